// has: bad-variadic 9
#include <stdarg.h>
#include <stdio.h>

static double first(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    double d = va_arg(ap, double);
    va_end(ap);
    return d;
}

int main(void)
{
    printf("%g\n", first(1, 2.5));
    printf("%d\n", first(1, 2) == 0.25);
    return 0;
}
