#include <stdio.h>

int main(void)
{
    float v[] = {0.0f, 1.0f, -1.0f, 0.1f, 3.1415927f, 16777216.0f, 1e-30f, 1e30f, -2.5f, 1.17549435e-38f};
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++) {
            float a = v[i], b = v[j];
            float sum = a + b, diff = a - b, prod = a * b;
            printf("%.9g %.9g %.9g", sum, diff, prod);
            if (b != 0)
                printf(" %.9g", (float)(a / b));
            printf(" %d%d%d%d\n", a < b, a == b, a >= b, a != b);
        }
    float x = 0.1f, y = 0.2f;
    printf("%d %d\n", x + y == 0.3f, (double)x == 0.1);
    printf("%.17g %.9g\n", (double)x, x);
    float acc = 0;
    for (int i = 0; i < 1000; i++)
        acc += 0.1f;
    printf("%.9g\n", acc);
    double wide = x * 3;
    printf("%.17g %.17g\n", wide, x * 3.0);
    int big = 16777217;
    float f = big;
    printf("%.1f %d\n", f, (int)f == big);
    unsigned u = 4294967295u;
    f = u;
    printf("%.1f\n", f);
    f = 9223372036854775807LL;
    printf("%.1f\n", f);
    printf("%d %d\n", (int)-3.99f, (int)3.99f);
    printf("%g %g\n", -0.0f, 0.0f * -1.0f);
    f = 3.4e38f;
    printf("%g\n", f * 10.0f);
    return 0;
}
