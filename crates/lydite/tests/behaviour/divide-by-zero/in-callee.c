// has: divide-by-zero 6
#include <stdio.h>

static long long ratio(long long a, long long b)
{
    a /= b;
    return a;
}

int main(void)
{
    printf("%lld\n", ratio(9, 4));
    printf("%lld\n", ratio(9, 4 - 4));
    return 0;
}
