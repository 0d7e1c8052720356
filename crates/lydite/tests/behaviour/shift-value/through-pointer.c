// has: shift-value 10
#include <stdio.h>

int main(void)
{
    int x = 1;
    int *p = &x;
    *p <<= 30;
    printf("%d\n", *p);
    *p <<= 1;
    printf("%d\n", *p);
    return 0;
}
