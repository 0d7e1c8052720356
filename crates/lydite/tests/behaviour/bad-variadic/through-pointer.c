// has: bad-variadic 7
#include <stdarg.h>
#include <stdio.h>

static int take(va_list *ap)
{
    return va_arg(*ap, int);
}

static int two(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int a = take(&ap);
    printf("%d\n", a);
    int b = take(&ap);
    va_end(ap);
    return a + b;
}

int main(void)
{
    printf("%d\n", two(1, 5));
    return 0;
}
