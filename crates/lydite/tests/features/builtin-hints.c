#include <stddef.h>
#include <stdio.h>

struct s { int a; char b[4]; int c; };
static int pick(int x)
{
    switch (x & 3) { case 0: return 1; case 1: return 2; case 2: return 3; case 3: return 4; }
    __builtin_unreachable();
}
static int classify(int x)
{
    if (__builtin_expect(x > 100, 0)) return 1;
    if (__builtin_expect(!!x, 1)) return 2;
    return 3;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("%d ", pick(i + 4));
    printf("%d %d %d\n", classify(1000), classify(5), classify(0));
    printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_constant_p("x"[0] == 'x') >= 0);
    volatile int v = 3;
    printf("%d\n", __builtin_constant_p(v));
    printf("%d %d\n", (int)__builtin_offsetof(struct s, c), (int)__builtin_offsetof(struct s, b[2]));
    printf("%d\n", __builtin_choose_expr(1, 5, "ignored"));
    printf("%g\n", __builtin_choose_expr(sizeof(int) == 8, 1, 2.5));
    printf("%d %d\n", __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(int *, char *));
    int a[4] __attribute__((aligned(16))) = {1, 2, 3, 4};
    int *p = __builtin_assume_aligned(a, 16);
    printf("%d\n", p[3]);
    __builtin_prefetch(a);
    __builtin_prefetch(&a[1], 0, 3);
    printf("%d %d\n", __builtin_abs(-4), (int)__builtin_labs(-5l));
    printf("%g %g %g\n", __builtin_fabs(-1.5), __builtin_sqrt(16.0), __builtin_inf());
    printf("%d %d %d\n", __builtin_isnan(__builtin_nan("")), __builtin_isinf(__builtin_huge_val()) != 0, __builtin_signbit(-0.0) != 0);
    printf("%d %d\n", __builtin_isgreater(2.0, 1.0), __builtin_isunordered(1.0, __builtin_nan("")));
    printf("%d\n", (int)__builtin_expect(7, 7));
    printf("%d\n", (int)__builtin_expect_with_probability(9, 9, 0.9));
    int *m = __builtin_alloca(4 * sizeof *m);
    for (int i = 0; i < 4; i++)
        m[i] = i * i;
    printf("%d\n", m[3]);
    printf("%d\n", (int)__builtin_strlen("seven77"));
    if (0)
        __builtin_trap();
    printf("%s\n", __builtin_FUNCTION());
    return 0;
}
