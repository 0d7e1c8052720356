// has: bad-variadic 13
#include <stdarg.h>
#include <stdio.h>

#define NEXT(ap, type) va_arg(ap, type)

static int length(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int a = NEXT(ap, int);
    printf("%d\n", a);
    const char *s = NEXT(ap, const char *);
    va_end(ap);
    return a + (s != NULL);
}

int main(void)
{
    printf("%d\n", length(2, 1, 2));
    return 0;
}
