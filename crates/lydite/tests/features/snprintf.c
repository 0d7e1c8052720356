#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int format(char *to, size_t n, const char *f, ...)
{
    va_list ap;
    va_start(ap, f);
    int r = vsnprintf(to, n, f, ap);
    va_end(ap);
    return r;
}
static void log_line(const char *f, ...)
{
    va_list ap;
    va_start(ap, f);
    printf("log: ");
    int n = vprintf(f, ap);
    va_end(ap);
    printf(" (%d)\n", n);
}
static int twice(char *to, const char *f, ...)
{
    va_list a, b;
    va_start(a, f);
    va_copy(b, a);
    int need = vsnprintf(NULL, 0, f, a);
    va_end(a);
    vsprintf(to, f, b);
    va_end(b);
    return need;
}

int main(void)
{
    char b[64];
    int n;
    n = sprintf(b, "%d-%s-%g", 5, "text", 2.5); printf("%d %s\n", n, b);
    n = sprintf(b, "%s", ""); printf("%d [%s]\n", n, b);
    n = snprintf(b, sizeof b, "%05d|%-5s|", 42, "ab"); printf("%d %s\n", n, b);
    n = snprintf(b, 5, "%s", "truncated"); printf("%d %s\n", n, b);
    n = snprintf(b, 1, "%d", 12345); printf("%d [%s]\n", n, b);
    strcpy(b, "kept");
    n = snprintf(b, 0, "%d", 12345); printf("%d %s\n", n, b);
    n = snprintf(NULL, 0, "%s %s", "how", "long"); printf("%d\n", n);
    n = format(b, sizeof b, "%x %c %lld", 255u, 'q', 1ll << 40); printf("%d %s\n", n, b);
    n = format(b, 4, "%d", -123456); printf("%d %s\n", n, b);
    log_line("%s=%d", "x", 7);
    log_line("nothing");
    n = twice(b, "<%s %d>", "twice", 2); printf("%d %s\n", n, b);
    char *p = b;
    for (int i = 0; i < 5; i++)
        p += sprintf(p, "%d,", i * i);
    puts(b);
    snprintf(b, sizeof b, "%.3f %e %a", 3.14159, 12345.678, 1.0);
    puts(b);
    snprintf(b, 8, "%20d", 5);
    printf("[%s]\n", b);
    snprintf(b, sizeof b, "%%%c%%", 'x');
    puts(b);
    memset(b, '#', sizeof b);
    snprintf(b, 10, "abc");
    printf("%s %c\n", b, b[4]);
    return 0;
}
