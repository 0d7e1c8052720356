#include <stdio.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const fns[])(void) = {one, two};
static int (*pick(int i))(void) { return fns[i]; }
static int (*(*picker(void))(int))(void) { return pick; }
static int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
static int (*row(int i))[3] { return &m[i]; }
static char *(*names[2])[2] = {&(char *[2]){"a", "b"}, &(char *[2]){"c", "d"}};
static int apply(int f(int, int), int a[], int (*b)(void)) { return f(a[0], a[1]) + b(); }
static int add(int a, int b) { return a + b; }
static const int *const *volatile deep;
static int a, *b = &a, **c = &b, ***d = &c, f(int), (*g)(int) = f, h[2] = {7, 8};
static int f(int x) { return x * x; }

static void swap(int **x, int **y) { int *t = *x; *x = *y; *y = t; }
static void set(int ***p, int v) { ***p = v; }

int main(void)
{
    printf("%d %d\n", pick(0)(), (*pick(1))());
    printf("%d\n", picker()(1)());
    printf("%d %d\n", (*row(1))[2], row(0)[0][1]);
    printf("%s %s\n", (*names[0])[1], (*names[1])[0]);
    printf("%d\n", apply(add, h, two));
    set(&c, 9);
    printf("%d %d %d %d\n", a, *b, **c, ***d);
    int x = 1, y = 2, *px = &x, *py = &y;
    swap(&px, &py);
    printf("%d %d\n", *px, *py);
    const int k = 5, *pk = &k, *const *ppk = &pk;
    deep = ppk;
    printf("%d\n", **deep);
    printf("%d %d\n", g(4), (*g)(5));
    int *arr[3] = {&x, &y, h}, *(*parr)[3] = &arr;
    printf("%d %d\n", *(*parr)[0], (*parr)[2][1]);
    int (*pa)[2] = &h;
    printf("%d %d\n", (*pa)[1], **pa);
    struct { int (*op)(int, int); int *v; struct { int *p; } in; } s = {add, h, {&y}};
    printf("%d %d %d\n", s.op(1, 2), s.v[1], *s.in.p);
    unsigned long int long ull = 5;
    long unsigned lu = 6;
    short int signed ss = -7;
    const char static_like = 'x';
    printf("%llu %lu %d %c\n", ull, lu, ss, static_like);
    return 0;
}
