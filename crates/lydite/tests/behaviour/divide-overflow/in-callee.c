// has: divide-overflow 7
#include <limits.h>
#include <stdio.h>

static long modulo(long a, long b)
{
    long r = a % b;
    return r < 0 ? r + b : r;
}

int main(void)
{
    printf("%ld\n", modulo(-7, 3));
    printf("%ld\n", modulo(LONG_MIN, -1));
    return 0;
}
