// has: bad-builtin-argument 10
#include <stdio.h>

int main(void)
{
    unsigned long long x = 1;
    unsigned long long *p = &x;
    printf("%d\n", __builtin_ctzll(*p << 63));
    *p = 0;
    printf("%d\n", __builtin_ctzll(*p) < 99);
    return 0;
}
