// has: bad-variadic 9
#include <stdarg.h>
#include <stdio.h>

static unsigned get(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    unsigned u = va_arg(ap, unsigned);
    va_end(ap);
    return u;
}

int main(void)
{
    printf("%u\n", get(1, 7));
    printf("%u\n", get(1, -7));
    return 0;
}
