#include <float.h>
#include <stdio.h>

int main(void)
{
    double v[] = {0.0, 1.0, -1.5, 0.1, 1e16, 1.0 / 3, 1e-300, 1e300, 123456.789, DBL_MIN, DBL_EPSILON};
    for (int i = 0; i < 11; i++)
        for (int j = 0; j < 11; j += 2) {
            double a = v[i], b = v[j];
            printf("%.17g %.17g %.17g", a + b, a - b, a * b);
            if (b != 0)
                printf(" %.17g", a / b);
            printf(" %d%d%d%d %d%d\n", a < b, a == b, a >= b, a != b, a && b, !a);
        }
    double inf = 1e308 * 10, nan = inf - inf;
    printf("%f %f %d\n", inf, -inf, nan == nan);
    printf("%d %d %d %d\n", nan < 1, nan > 1, nan != nan, !(nan >= 1));
    printf("%g %g\n", 1 / inf, -1 / inf);
    printf("%d %d\n", 0.0 == -0.0, 1 / -inf == 0);
    printf("%d\n", 0.1 + 0.2 == 0.3);
    double h = 0;
    for (int i = 1; i <= 100; i++)
        h += 1.0 / i;
    printf("%.17g\n", h);
    double p = 1;
    for (int i = 0; i < 1100; i++)
        p /= 2;
    printf("%g\n", p);
    p = 1;
    for (int i = 0; i < 1074; i++)
        p /= 2;
    printf("%g %d\n", p, p / 2 == 0);
    long long big = 9007199254740993LL;
    printf("%.1f %lld\n", (double)big, (long long)(double)big);
    unsigned long long ub = 18446744073709551615ull;
    printf("%.1f\n", (double)ub);
    printf("%.9g %.17g\n", (float)0.1, (double)(float)0.1);
    printf("%d %u %lld %d\n", (int)1e9, (unsigned)4e9, (long long)-1e18, (signed char)-100.7);
    printf("%d %d\n", FLT_RADIX, DBL_MANT_DIG);
    return 0;
}
