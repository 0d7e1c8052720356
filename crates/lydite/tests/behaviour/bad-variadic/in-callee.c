// has: bad-variadic 7
#include <stdarg.h>
#include <stdio.h>

static long long wide(va_list ap)
{
    return va_arg(ap, long long);
}

static long long get(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    long long x = wide(ap);
    va_end(ap);
    return x;
}

int main(void)
{
    printf("%lld\n", get(1, 5ll));
    printf("%d\n", get(1, 5) == 6);
    return 0;
}
