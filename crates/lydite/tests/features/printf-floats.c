#include <float.h>
#include <math.h>
#include <stdio.h>

static const double v[] = {0.0, -0.0, 1.0, -1.5, 0.1, 123.456, 1e10, 1.5e-5, 999999.5, 0.0001, 0.00001234, 1e100, 2.5, 3.5, 0.5, 1e15, 1e16, 123456789.0, 1.7976931348623157e308, 5e-324};

int main(void)
{
    for (int i = 0; i < 20; i++) {
        double x = v[i];
        printf("[%f][%.0f][%.1f][%.3f][%10.2f][%-10.2f][%010.2f][%+.2f][% .2f][%#.0f]\n", x, x, x, x, x, x, x, x, x, x);
        printf("[%e][%.0e][%.3e][%12.2e][%-12.2e][%012.2e][%+e][%#.0e][%E]\n", x, x, x, x, x, x, x, x, x);
        printf("[%g][%.0g][%.1g][%.3g][%.10g][%.17g][%12g][%-12g][%012g][%+g][%#g][%#.3g][%G]\n", x, x, x, x, x, x, x, x, x, x, x, x, x);
    }
    double specials[] = {INFINITY, -INFINITY};
    for (int i = 0; i < 2; i++) {
        double x = specials[i];
        printf("[%f][%e][%g][%F][%E][%G][%8f][%-8g][%08f][%+f][% e]\n", x, x, x, x, x, x, x, x, x, x, x);
    }
    double nan = fabs(NAN);
    printf("[%f][%G][%8e][%-8f][%08f][%+f]\n", nan, nan, nan, nan, nan, nan);
    printf("[%.20f][%.30e][%.25g]\n", 0.1, 0.1, 0.1);
    printf("[%.50f]\n", 1.0 / 3);
    printf("[%.0f][%.0f][%.0f][%.0f][%.0f]\n", 0.5, 1.5, 2.5, 3.5, 4.5);
    printf("[%.2f][%.2f][%.1f][%.1f]\n", 2.675, 1.005, 0.25, 0.35);
    printf("[%.3g][%.3g][%.3g][%g][%g]\n", 999.5, 9995.0, 0.00099995, 100000.0, 1000000.0);
    printf("[%*.*f][%-*.*e]\n", 12, 3, 3.14159, 14, 2, 31415.9);
    float f = 0.1f;
    printf("[%f][%.9g][%.17g]\n", f, f, f);
    printf("[%g][%g][%g]\n", FLT_MAX, FLT_MIN, FLT_EPSILON);
    printf("[%.15g][%.17g]\n", DBL_MAX, DBL_MIN);
    printf("[%.300f]\n", 5e-324 * 4);
    printf("[%lf][%le]\n", 1.25, 1.25);
    return 0;
}
