// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    short s = SHRT_MAX;
    signed char c = SCHAR_MAX;
    s++;
    c++;
    printf("%d %d\n", s, c);
    s--;
    c--;
    printf("%d %d\n", s, c);
    s = -SHRT_MIN;
    c += 100;
    printf("%d %d\n", s, c);
    return 0;
}
