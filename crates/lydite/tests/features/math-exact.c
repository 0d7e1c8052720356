#include <math.h>
#include <stdio.h>

static const double v[] = {0.0, -0.0, 0.5, -0.5, 1.0, 1.5, -1.5, 2.5, 3.49999, -3.5, 1e10 + 0.5, 4503599627370497.5, 1e300, -1e-300, 100.75};

int main(void)
{
    for (int i = 0; i < 15; i++) {
        double x = v[i];
        printf("%g: %.17g %.17g %.17g %.17g %.17g ", x, fabs(x), floor(x), ceil(x), trunc(x), rint(x));
        printf("%.17g\n", x >= 0 ? sqrt(x) : 0.0);
    }
    printf("%.17g %.17g %.17g\n", sqrt(2.0), sqrt(1e-310), sqrt(0x1.fffffffffffffp+1023));
    double r = sqrt(-1.0);
    printf("%d %g\n", r != r, sqrt(-0.0));
    double inf = 1e308 * 10, nan = inf - inf;
    printf("%g %g %g %g\n", fmin(1, 2), fmax(1, 2), fmin(nan, 3), fmax(4, nan));
    printf("%g %g %g\n", floor(inf), ceil(-inf), trunc(inf));
    printf("%g %g\n", copysign(3, -0.0), copysign(-3, 1));
    printf("%.17g %.17g\n", fma(0.1, 10, -1), 0.1 * 10 - 1);
    printf("%.17g\n", fma(0x1.0000000000001p0, 0x1.0000000000001p0, -0x1.0000000000002p0));
    printf("%g %g %g %g\n", ldexp(1, 10), ldexp(0.75, -2), ldexp(1, -1074), ldexp(1, 5000));
    printf("%g %g\n", ldexp(0.0, 10), ldexp(-3, 3));
    for (int i = 2; i < 15; i++) {
        int e;
        double m = frexp(v[i], &e);
        printf("%.17g %d ", m, e);
    }
    int e = 7;
    printf("%g ", frexp(0.0, &e));
    printf("%d\n", e);
    printf("%.9g %.9g %.9g %.9g %.9g\n", sqrtf(2), fabsf(-1.5f), floorf(-1.5f), ceilf(1.25f), truncf(-2.75f));
    printf("%.9g %.9g %.9g\n", fmaf(0.1f, 10, -1), fminf(1, 2), copysignf(1, -2));
    return 0;
}
