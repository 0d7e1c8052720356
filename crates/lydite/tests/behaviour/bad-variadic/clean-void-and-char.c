// clean
#include <stdarg.h>
#include <stdio.h>

static void show(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    const char *s = va_arg(ap, char *);
    void *v = va_arg(ap, void *);
    int *end = va_arg(ap, int *);
    va_end(ap);
    printf("%s %s %d\n", s, (char *)v, end == NULL);
}

int main(void)
{
    char text[] = "text";
    void *v = text;
    show(3, v, text, (int *)NULL);
    return 0;
}
