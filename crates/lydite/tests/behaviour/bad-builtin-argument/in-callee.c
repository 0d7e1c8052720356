// has: bad-builtin-argument 6
#include <stdio.h>

static int bits(unsigned long long x)
{
    return 64 - __builtin_clzll(x);
}

int main(void)
{
    printf("%d\n", bits(255));
    printf("%d\n", bits(0) < 99);
    return 0;
}
