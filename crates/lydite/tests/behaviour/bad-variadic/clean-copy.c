// clean
#include <stdarg.h>
#include <stdio.h>

static int sum_twice(int n, ...)
{
    va_list a, b;
    int total = 0;
    va_start(a, n);
    va_copy(b, a);
    for (int i = 0; i < n; i++)
        total += va_arg(a, int);
    for (int i = 0; i < n; i++)
        total += va_arg(b, int);
    va_end(b);
    va_end(a);
    va_start(a, n);
    total += va_arg(a, int);
    va_end(a);
    return total;
}

int main(void)
{
    printf("%d\n", sum_twice(3, 1, 2, 3));
    return 0;
}
