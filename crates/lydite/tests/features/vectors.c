#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
typedef signed char c16 __attribute__((vector_size(16)));
typedef unsigned long long q2 __attribute__((vector_size(16)));

static void show(v4 v) { for (int i = 0; i < 4; i++) printf("%d ", v[i]); putchar('\n'); }
static void showf(f4 v) { for (int i = 0; i < 4; i++) printf("%g ", v[i]); putchar('\n'); }
static v4 twice(v4 a) { return a + a; }

int main(void)
{
    v4 a = {1, -2, 3, 40}, b = {10, 20, -30, 7};
    show(a + b); show(a - b); show(a * b); show(b / a); show(b % a); show(-a); show(~a); show(a & b); show(a | b); show(a ^ b);
    show(a + 5); show(100 - a); show(a * 2);
    show((v4){1, 2, 3, 4} << (v4){1, 2, 3, 4});
    show((v4){-16, 256, 7, 1} >> 2);
    show(a < b); show(a > b); show(a == (v4){1, 0, 3, 0}); show(a != b); show(a <= b); show(a >= 3);
    show(twice(a));
    v4 c = a;
    c[2] = 99;
    c[0] += 5;
    show(c); show(a);
    c += b; c <<= 1; c ^= a;
    show(c);
    u4 u = {0, 1, 0xffffffffu, 0x80000000u};
    u = u - 1;
    for (int i = 0; i < 4; i++) printf("%u ", u[i]);
    u >>= 4; u *= u;
    for (int i = 0; i < 4; i++) printf("%u ", u[i]);
    putchar('\n');
    f4 f = {1, 2.5f, -3, 0}, g = {0.5f, 0.5f, 2, 4};
    showf(f + g); showf(f * g); showf(f / g); showf(-f); showf(f - 1);
    show(f < g);
    d2 d = {1.5, 2.5};
    d = d * d + 1;
    printf("%g %g\n", d[0], d[1]);
    s8 s = {1, 2, 3, 4, 5, 6, 7, 15000};
    s += s;
    printf("%d %d\n", s[0], s[7]);
    c16 k = {126, -128};
    k = k + 1;
    printf("%d %d %d\n", k[0], k[1], k[15]);
    q2 q = {1, 1};
    q <<= (q2){40, 63};
    printf("%llx %llx\n", q[0], q[1]);
    v4 arr[2] = {{1, 2}, {3, 4, 5, 6}}, *p = arr;
    show(p[0] + p[1]);
    p++;
    (*p)[3] = -1;
    show(*p);
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += a[i] * b[i];
    printf("%d %d %d\n", sum, (int)sizeof(v4), (int)__alignof__(v4));
    struct { int n; v4 v; } in = {1, {5, 6, 7, 8}};
    show(in.v);
    v4 zero = {0};
    show(zero);
    return 0;
}
