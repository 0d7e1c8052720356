#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show(u128 x) { printf("%016llx%016llx\n", (unsigned long long)(x >> 64), (unsigned long long)x); }
static void decimal(i128 x)
{
    char b[48], *p = b + 47;
    *p = 0;
    u128 u = x < 0 ? -(u128)x : (u128)x;
    do *--p = '0' + (int)(u % 10); while (u /= 10);
    if (x < 0) *--p = '-';
    puts(p);
}
static i128 power(i128 b, int n) { i128 r = 1; while (n--) r *= b; return r; }

int main(void)
{
    u128 one = 1, max = ~(u128)0;
    show(one); show(max); show(one << 100); show(max >> 3); show(max * max); show(max + 1); show(-one);
    show((u128)0xffffffffffffffffull * 0xffffffffffffffffull);
    show(max / 7); show(max % 1000000007); show((one << 127) / 3); show(max / ((one << 65) + 1)); show(max % ((one << 65) + 1));
    decimal(power(10, 38)); decimal(-power(7, 44)); decimal((i128)(max >> 1)); decimal(-(i128)(max >> 1) - 1);
    i128 a = -5, b = (i128)1 << 90;
    decimal(a); decimal(b); decimal(a * b); decimal(b / a); decimal(b % 1000); decimal(-b >> 80); decimal(-7 / (i128)2); decimal(-7 % (i128)2);
    printf("%d %d %d %d\n", a < b, a == b, (u128)a > (u128)b, a != -5);
    printf("%d %d\n", !a, a && b);
    decimal(a & b); decimal(a | 1); show((u128)(a ^ b)); show(~(u128)b);
    printf("%.17g %.17g %.9g\n", (double)b, (double)a, (float)b);
    decimal((i128)1e30); decimal((i128)-2.75); show((u128)3e38);
    printf("%d %u %lld %d\n", (int)b, (unsigned)(b - 1), (long long)(b + 3), (_Bool)b);
    i128 c = 5;
    c += 3; c <<= 70; c -= 1; c /= 3; c |= 1; c ^= 7; c++; --c;
    decimal(c);
    printf("%d %d\n", (int)sizeof(i128), (int)_Alignof(i128));
    i128 arr[3] = {1, 2, 3};
    struct { char c; i128 v; } s = {'x', (i128)-1};
    decimal(arr[0] + arr[2]); decimal(s.v);
    signed char sc = -1; unsigned char uc = 255;
    decimal((i128)sc); decimal((i128)uc); decimal((i128)(unsigned long long)-1); show((u128)(long long)-1);
    for (int i = 0; i < 128; i += 31) show(one << i);
    decimal(1 ? (i128)3 : 4u);
    return 0;
}
