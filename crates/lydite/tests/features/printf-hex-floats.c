#include <math.h>
#include <stdio.h>

int main(void)
{
    static const double v[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 3.14159, 0.1, 1e10, 1e-10, 1024, 0x1.fffffffffffffp+1023, 0x1p-1022, 255.9375};
    for (int i = 0; i < 14; i++) {
        double x = v[i];
        printf("[%a][%A][%20a][%-20a][%+a][% a]\n", x, x, x, x, x, x);
        printf("[%.1a][%.3a][%.13a][%.15a][%020a][%#.0a]\n", x, x, x, x, x, x);
    }
    printf("[%a][%A][%a]\n", INFINITY, -INFINITY, fabs(NAN));
    printf("%a %a %a\n", 0x1p4, 0x.8p0, 0x1.8p-3);
    printf("%g %g %g\n", 0x1.8p1, 0xap-2, 0X1P+10);
    printf("%a\n", 1.0f / 3);
    printf("%a %a\n", 0x1.23456789abcdefp0, 0x1.0000000000001p0);
    return 0;
}
