#include <math.h>
#include <stdio.h>

static const double v[] = {0.0, -0.0, 0.5, -0.5, 1.5, -2.5, 0.49999999999999994, 4503599627370497.5, 1e300};

int main(void)
{
    for (int i = 0; i < 9; i++)
        printf("%.17g %.17g %d\n", round(v[i]), nearbyint(v[i]), signbit(v[i]) != 0);
    printf("%g %g\n", scalbn(3, 4), scalbn(1, -1080));
    printf("%g %g %g\n", fmod(7, 3), fmod(-7, 3), fmod(1e17, 7));
    double whole;
    double frac = modf(-3.75, &whole);
    printf("%g %g\n", frac, whole);
    printf("%d %d %d %d %d\n", isnan(NAN) != 0, isinf(-INFINITY) != 0, isfinite(1.0) != 0, isnormal(1e-310) != 0, fpclassify(0.0) == FP_ZERO);
    printf("%ld %lld %ld\n", lround(2.5), llround(-2.5), lrint(2.5));
    printf("%g %g\n", fdim(5, 3), fdim(3, 5));
    printf("%d %g\n", ilogb(1000), logb(0.1));
    printf("%d %d\n", isless(1.0, 2.0), isunordered(1.0, NAN));
    printf("%.17g %.17g\n", nextafter(1, 2), nextafter(1, 0));
    printf("%d\n", HUGE_VAL == INFINITY);
    return 0;
}
