// has: out-of-bounds 10
#include <stdio.h>

int main(void)
{
    int x = 5;
    int *p = &x;
    printf("%d\n", *p);
    p++;
    *p = 6;
    printf("%d\n", x);
    return 0;
}
