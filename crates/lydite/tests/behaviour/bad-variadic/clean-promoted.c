// clean
#include <stdarg.h>
#include <stdio.h>

static void show(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    printf("%d\n", va_arg(ap, int));
    printf("%d\n", va_arg(ap, int));
    printf("%g\n", va_arg(ap, double));
    printf("%d\n", va_arg(ap, int));
    va_end(ap);
}

int main(void)
{
    char c = 'c';
    unsigned short s = 65535;
    float f = 1.5f;
    _Bool b = 1;
    show(4, c, s, f, b);
    return 0;
}
