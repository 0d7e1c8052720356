#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { const char *name; int age; };
static int calls;

static int up(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; calls++; return (x > y) - (x < y); }
static int down(const void *a, const void *b) { return up(b, a); }
static int text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }
static int age(const void *a, const void *b)
{
    const struct person *p = a, *q = b;
    return p->age != q->age ? p->age - q->age : strcmp(p->name, q->name);
}
static int dbl(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return x < y ? -1 : x > y; }
static int chr(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void)
{
    int a[] = {5, 3, 9, -1, 7, 0, 5, 2};
    qsort(a, 8, sizeof *a, up);
    for (int i = 0; i < 8; i++) printf("%d ", a[i]);
    putchar('\n');
    printf("%d\n", calls > 0);
    int key = 7, *found = bsearch(&key, a, 8, sizeof *a, up);
    printf("%d\n", (int)(found - a));
    key = 4;
    printf("%d\n", bsearch(&key, a, 8, sizeof *a, up) == NULL);
    qsort(a, 8, sizeof *a, down);
    for (int i = 0; i < 8; i++) printf("%d ", a[i]);
    putchar('\n');
    qsort(a + 2, 4, sizeof *a, up);
    for (int i = 0; i < 8; i++) printf("%d ", a[i]);
    putchar('\n');
    const char *w[] = {"pear", "fig", "apple", "kiwi"};
    qsort(w, 4, sizeof *w, text);
    for (int i = 0; i < 4; i++) printf("%s ", w[i]);
    putchar('\n');
    const char *want = "kiwi";
    const char **at = bsearch(&want, w, 4, sizeof *w, text);
    printf("%s\n", *at);
    struct person p[] = {{"cy", 30}, {"al", 25}, {"bo", 30}, {"di", 20}};
    qsort(p, 4, sizeof *p, age);
    for (int i = 0; i < 4; i++) printf("%s%d ", p[i].name, p[i].age);
    putchar('\n');
    double d[] = {2.5, -1.0, 1e10, 0.0};
    qsort(d, 4, sizeof *d, dbl);
    printf("%g %g %g %g\n", d[0], d[1], d[2], d[3]);
    char s[] = "sorting";
    qsort(s, strlen(s), 1, chr);
    puts(s);
    int big[200];
    unsigned seed = 1;
    for (int i = 0; i < 200; i++) big[i] = (int)((seed = seed * 1103515245u + 12345u) >> 16) % 1000;
    qsort(big, 200, sizeof *big, up);
    int ok = 1;
    for (int i = 1; i < 200; i++) ok &= big[i - 1] <= big[i];
    printf("%d %d %d\n", ok, big[0], big[199]);
    qsort(a, 1, sizeof *a, up);
    return 0;
}
