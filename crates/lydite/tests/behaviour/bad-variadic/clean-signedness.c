// clean
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

static void show(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    printf("%u\n", va_arg(ap, unsigned));
    printf("%d\n", va_arg(ap, int));
    printf("%d\n", va_arg(ap, int));
    va_end(ap);
}

int main(void)
{
    show(3, 5, 6u, (unsigned)INT_MAX);
    return 0;
}
