#include <stdio.h>

int main(void)
{
    static const long long n[] = {0, 1, -1, 16777215, 16777217, 33554433, 2147483647, -2147483648LL, 9007199254740991, 9007199254740993, 9223372036854775807, -9223372036854775807 - 1};
    for (int i = 0; i < 12; i++)
        printf("%lld %.1f %.1f %.1f %.1f\n", n[i], (float)n[i], (double)n[i], (float)(int)n[i], (double)(unsigned)n[i]);
    static const unsigned long long u[] = {0, 4294967295u, 1ull << 53, (1ull << 53) + 1, (1ull << 63) + 1024, (1ull << 63) + 1025, 18446744073709551615ull, 0x8000008000000000ull, 0x8000008000000001ull};
    for (int i = 0; i < 9; i++)
        printf("%llu %.1f %.1f\n", u[i], (float)u[i], (double)u[i]);
    static const double d[] = {0.0, 0.99, -0.99, 1.5, -1.5, 127.9, 255.9, 32767.5, 65535.5, 2147483647.0, 2147483647.9, 4294967295.0};
    for (int i = 0; i < 12; i++) {
        double x = d[i];
        printf("%g: %lld", x, (long long)x);
        if (x < 128) printf(" %d", (signed char)x);
        if (x < 256 && x > -1) printf(" %d", (unsigned char)x);
        if (x < 65536 && x > -1) printf(" %d", (unsigned short)x);
        if (x < 2147483648.0) printf(" %d", (int)x);
        if (x > -1) printf(" %u %llu", (unsigned)x, (unsigned long long)x);
        printf(" %d\n", (_Bool)x);
    }
    printf("%llu\n", (unsigned long long)9223372036854775808.0);
    printf("%llu\n", (unsigned long long)18446744073709549568.0);
    printf("%.9g %.9g %.9g\n", (float)0.1, (float)1e-50, (float)3.4028234e38);
    printf("%.9g %.9g\n", (float)1.00000005960464477539, (float)1.00000017881393432617);
    double mixed = 1 + 2.5f, quot = 7 / 2, fq = 7 / 2.0f;
    printf("%g %g %g\n", mixed, quot, fq);
    char c = 'a';
    c += 1.9;
    printf("%c\n", c);
    int sum = 0;
    for (float x = 0; x < 1; x += 0.125f)
        sum += x * 8;
    printf("%d\n", sum);
    printf("%d %d\n", 16777217 == 16777217.0f, 16777217 == 16777217.0);
    printf("%d\n", 3000000000u == 3e9);
    return 0;
}
