#include <stdio.h>

static int calls;
static int *at(int *p) { calls++; return p; }

int main(void)
{
    int a = 10;
    a += 5; printf("%d\n", a);
    a -= 7; printf("%d\n", a);
    a *= 6; printf("%d\n", a);
    a /= 5; printf("%d\n", a);
    a %= 7; printf("%d\n", a);
    a <<= 4; printf("%d\n", a);
    a >>= 2; printf("%d\n", a);
    a |= 0x21; printf("%d\n", a);
    a &= 0x3c; printf("%d\n", a);
    a ^= -1; printf("%d\n", a);
    unsigned char c = 250;
    c += 10; printf("%d\n", c);
    c *= 100; printf("%d\n", c);
    c -= 200; printf("%d\n", c);
    c <<= 3; printf("%d\n", c);
    short s = 30000;
    s += 10000; printf("%d\n", s);
    s /= -3; printf("%d\n", s);
    double d = 1.5;
    d += 1; d *= 3; d -= 0.25; d /= 2; printf("%g\n", d);
    int i = 7;
    i *= 1.5; printf("%d\n", i);
    i += 0.9; printf("%d\n", i);
    i -= 2.5f; printf("%d\n", i);
    *at(&i) += 100; printf("%d %d\n", i, calls);
    (*at(&i))++; printf("%d %d\n", i, calls);
    int x, y, z;
    x = y = z = 4; printf("%d %d %d\n", x, y, z);
    x += y -= z *= 2; printf("%d %d %d\n", x, y, z);
    char narrow;
    int wide = narrow = 300; printf("%d %d\n", narrow, wide);
    int v[3] = {1, 2, 3}, *p = v;
    p += 2; *p += 5; p -= 1; *p -= 5; printf("%d %d %d\n", v[0], v[1], v[2]);
    long long ll = 1; ll <<= 40; ll |= 1; printf("%lld\n", ll);
    unsigned u = 1; u -= 2; printf("%u\n", u); u >>= 28; printf("%u\n", u);
    _Bool b = 0; b += 2; printf("%d\n", b); b -= 1; printf("%d\n", b); b ^= 1; printf("%d\n", b);
    return 0;
}
