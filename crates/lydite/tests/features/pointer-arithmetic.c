#include <stdio.h>
#include <stddef.h>

struct item { int id; char tag; double w; };

int main(void)
{
    int a[6] = {10, 20, 30, 40, 50, 60};
    int *p = a, *end = a + 6;
    printf("%d %d %d\n", *p, *(p + 2), p[5]);
    p += 3;
    printf("%d %d %d\n", *p, p[-1], *(p - 3));
    printf("%d %d\n", (int)(p - a), (int)(end - p));
    printf("%d %d %d\n", p > a, p == &a[3], end >= p);
    printf("%d %d\n", 2[a], *(2 + a));
    ptrdiff_t d = &a[1] - &a[4];
    printf("%td\n", d);
    struct item items[3] = {{1, 'a', 1.5}, {2, 'b', 2.5}, {3, 'c', 3.5}};
    struct item *it = &items[2];
    printf("%d %c\n", (it - 1)->id, it[-2].tag);
    for (it = items; it < items + 3; ++it)
        printf("%g ", it->w);
    putchar('\n');
    char *c = (char *)a;
    c += 2 * sizeof(int);
    printf("%d\n", *(int *)c);
    void *v = a;
    v = (char *)v + sizeof(int);
    printf("%d\n", *(int *)v);
    v += sizeof(int);
    printf("%d\n", *(int *)v);
    int **pp = &p;
    (*pp)++;
    printf("%d\n", **pp);
    int *table[] = {&a[5], &a[0], p};
    printf("%d %d %d\n", *table[0], *table[1], *table[2]);
    int (*whole)[6] = &a;
    printf("%d %d\n", (*whole)[4], (int)((int *)(whole + 1) - a));
    const char *s = "hello", *t = s;
    while (*t)
        t++;
    printf("%d\n", (int)(t - s));
    short sh[4] = {1, 2, 3, 4};
    short *sp = &sh[3];
    int sum = 0;
    do
        sum = sum * 10 + *sp;
    while (sp-- != sh + 1);
    printf("%d\n", sum);
    unsigned char off = 2;
    long long big = 1;
    printf("%d %d\n", a[off], a[big]);
    printf("%d\n", *(&a[2] + (-1)));
    int *null = 0;
    printf("%d %d %d\n", !null, null == 0, p != null);
    printf("%d\n", (p ? p : null) == p);
    return 0;
}
