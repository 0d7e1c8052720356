#include <stdarg.h>
#include <stdio.h>

struct pair { int a; double b; };
struct big { long long v[4]; };
struct floats { float x, y; };

static int sum(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int t = 0;
    while (n--)
        t += va_arg(ap, int);
    va_end(ap);
    return t;
}

static void show(const char *kinds, ...)
{
    va_list ap;
    va_start(ap, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': printf("%d ", va_arg(ap, int)); break;
        case 'u': printf("%u ", va_arg(ap, unsigned)); break;
        case 'l': printf("%lld ", va_arg(ap, long long)); break;
        case 'd': printf("%g ", va_arg(ap, double)); break;
        case 's': printf("%s ", va_arg(ap, const char *)); break;
        case 'p': { struct pair p = va_arg(ap, struct pair); printf("(%d %g) ", p.a, p.b); break; }
        case 'b': { struct big b = va_arg(ap, struct big); printf("[%lld %lld] ", b.v[0], b.v[3]); break; }
        case 'f': { struct floats f = va_arg(ap, struct floats); printf("<%g %g> ", f.x, f.y); break; }
        case 'F': printf("%d ", va_arg(ap, int (*)(int, ...))(2, 20, 22)); break;
        }
    va_end(ap);
    putchar('\n');
}

static double mean(const char *first, ...)
{
    va_list a, b;
    int n = 0;
    double total = 0;
    va_start(a, first);
    va_copy(b, a);
    while (va_arg(a, int) >= 0)
        n++;
    for (int i = 0; i < n; i++)
        total += va_arg(b, int);
    va_end(b);
    va_end(a);
    return total / n;
}

static int inner(int n, va_list ap) { int t = 0; while (n--) t = t * 10 + va_arg(ap, int); return t; }
static int outer(int n, ...) { va_list ap; va_start(ap, n); int r = inner(n, ap); va_end(ap); return r; }
static void take(va_list *ap, int n) { while (n--) printf("%d ", va_arg(*ap, int)); }
static void halves(int n, ...) { va_list ap; va_start(ap, n); take(&ap, n); printf("| "); take(&ap, n); va_end(ap); putchar('\n'); }

int main(void)
{
    printf("%d %d %d\n", sum(0), sum(1, 5), sum(3, 1, 2, 3));
    printf("%d\n", sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    show("iulds", -1, 2u, 3LL, 4.5, "five");
    show("ddddddddddii", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11, 12);
    show("ipbfi", 1, (struct pair){2, 2.5}, (struct big){{3, 4, 5, 6}}, (struct floats){7.5f, 8.5f}, 9);
    show("iiiiiiilld", 1, 2, 3, 4, 5, 6, 7, 8LL, 9LL, 10.5);
    show("F", sum);
    char c = 'c'; short s = -7; float f = 0.25f; unsigned char uc = 255;
    show("iidi", c, s, f, uc);
    printf("%g\n", mean("x", 1, 2, 3, 4, -1));
    printf("%d\n", outer(4, 1, 2, 3, 4));
    halves(2, 1, 2, 3, 4);
    return 0;
}
