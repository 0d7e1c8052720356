#include <limits.h>
#include <stdio.h>

static long long wide[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536,
                           2147483647LL, 2147483648LL, 4294967295LL, 4294967296LL, -2147483648LL, LLONG_MAX, LLONG_MIN};

int main(void)
{
    for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++) {
        long long w = wide[i];
        signed char sc = (signed char)w;
        unsigned char uc = (unsigned char)w;
        short s = (short)w;
        unsigned short us = (unsigned short)w;
        int n = (int)w;
        unsigned u = (unsigned)w;
        _Bool b = (_Bool)w;
        unsigned long long ull = (unsigned long long)w;
        printf("%lld: %d %u %d %u %d %u %d %llu\n", w, sc, uc, s, us, n, u, b, ull);
        printf("  back: %lld %lld %lld %lld\n", (long long)sc, (long long)uc, (long long)n, (long long)u);
    }
    int m = -1;
    unsigned um = m;
    long long from_u = um, from_m = m;
    unsigned long long sign_extended = m;
    printf("%u %lld %lld %llu\n", um, from_u, from_m, sign_extended);
    unsigned char c = 200;
    signed char d = c;
    int e = d, f = c;
    printf("%d %d %d\n", d, e, f);
    short narrow = 100000;
    printf("%d\n", narrow);
    printf("%d %d\n", (char)65, (unsigned char)(char)-1);
    printf("%lld\n", (long long)(int)(unsigned)4000000000u);
    printf("%lld\n", (long long)(unsigned)(int)-5);
    return 0;
}
