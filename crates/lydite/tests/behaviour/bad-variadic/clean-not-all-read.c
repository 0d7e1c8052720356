// clean
#include <stdarg.h>
#include <stdio.h>

static int first(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int x = n > 0 ? va_arg(ap, int) : -1;
    va_end(ap);
    return x;
}

int main(void)
{
    printf("%d\n", first(0));
    printf("%d\n", first(1, 5, 2.5, "ignored"));
    return 0;
}
