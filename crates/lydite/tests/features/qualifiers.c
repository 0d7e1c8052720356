#include <stdio.h>

static const int limit = 10;
static volatile int sensor = 3;
static const volatile int both = 4;
static const char *const words[] = {"a", "b"};
static int *const fixed = &(int){5};

static void copy(int n, int *restrict to, const int *restrict from) { for (int i = 0; i < n; i++) to[i] = from[i]; }
static int sum(int n, const int a[static 2]) { int t = 0; for (int i = 0; i < n; i++) t += a[i]; return t; }
static int first(int a[const restrict]) { return a[0]; }
static const char *tail(const char *s) { while (s[1]) s++; return s; }
static inline int twice(const int x) { return 2 * x; }

struct config { const int id; int value; volatile char flag; };

int main(void)
{
    int v = sensor;
    sensor = v + 1;
    sensor++;
    printf("%d %d %d\n", v, sensor, both);
    printf("%d\n", limit * 2);
    printf("%s%s\n", words[0], words[1]);
    ++*fixed;
    printf("%d\n", *fixed);
    int a[4] = {1, 2, 3, 4}, b[4];
    copy(4, b, a);
    printf("%d %d\n", sum(4, b), first(a));
    printf("%s\n", tail("tail"));
    struct config c = {1, 2, 'f'};
    c.value = 3;
    c.flag++;
    printf("%d %d %c\n", c.id, c.value, c.flag);
    const int *p = a;
    p++;
    printf("%d\n", *p);
    int *q = (int *)p;
    *q = 20;
    printf("%d\n", a[1]);
    const int *const *pp = (const int *const *)&p;
    printf("%d\n", **pp);
    const struct config k = {7, 8, 9};
    printf("%d %d\n", k.id, k.value);
    volatile struct config *vp = &c;
    vp->value += 5;
    printf("%d\n", c.value);
    volatile int arr[3] = {1, 2, 3};
    int total = 0;
    for (volatile int i = 0; i < 3; i++)
        total += arr[i];
    printf("%d\n", total);
    register int r = 4;
    register const int *rp = a;
    printf("%d %d\n", r, rp[2]);
    int const x = 1, *const y = &x;
    printf("%d %d\n", x, *y);
    const typeof(a) ca = {9, 8};
    printf("%d %d\n", ca[1], ca[3]);
    printf("%d\n", twice(21));
    typedef int *ip;
    const ip cp = a;
    *cp = 11;
    printf("%d\n", a[0]);
    return 0;
}
