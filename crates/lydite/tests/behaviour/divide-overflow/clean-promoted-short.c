// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    short low = SHRT_MIN, minus = -1;
    signed char c = SCHAR_MIN;
    printf("%d\n", low / minus);
    printf("%d\n", low % minus);
    printf("%d\n", c / minus);
    low /= minus;
    printf("%d\n", low);
    return 0;
}
