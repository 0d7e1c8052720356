// has: shift-value 6
#include <stdio.h>

static long long scale(long long x, int bits)
{
    return x << bits;
}

int main(void)
{
    printf("%lld\n", scale(3, 61));
    printf("%lld\n", scale(3, 62));
    return 0;
}
