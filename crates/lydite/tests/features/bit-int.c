// compilers: clang
#include <stdio.h>

typedef unsigned _BitInt(5) u5;
typedef _BitInt(5) s5;
typedef unsigned _BitInt(37) u37;
typedef _BitInt(63) s63;
typedef unsigned _BitInt(100) u100;
typedef _BitInt(17) s17;

int main(void)
{
    u5 a = 31;
    a++;
    printf("%d\n", (int)a);
    a = 40;
    printf("%d\n", (int)a);
    a -= 20;
    printf("%d\n", (int)a);
    s5 b = 15;
    b = (s5)16;
    printf("%d\n", (int)b);
    b = -3;
    printf("%d %d %d\n", (int)(b / 2), (int)(b % 2), (int)(b >> 1));
    u37 c = (u37)1 << 36;
    c += c - 1;
    printf("%llx\n", (unsigned long long)c);
    c *= 3;
    printf("%llx\n", (unsigned long long)c);
    printf("%llx\n", (unsigned long long)~c);
    s63 d = 4611686018427387903ll;
    printf("%lld %lld\n", (long long)d, (long long)-d);
    u100 e = (u100)1 << 99;
    e |= 5;
    printf("%llx %llx\n", (unsigned long long)(e >> 64), (unsigned long long)e);
    e *= 2;
    printf("%llx %llx\n", (unsigned long long)(e >> 64), (unsigned long long)e);
    e = e - 11;
    printf("%llx %llx\n", (unsigned long long)(e >> 64), (unsigned long long)e);
    printf("%llu\n", (unsigned long long)(e % 1000003));
    printf("%d %d\n", (u5)31 + (u5)0 == 31, (int)((u5)31 + (u5)1));
    printf("%d\n", (int)((u5)31 + 1));
    s17 f = 65535;
    printf("%d %d\n", (int)f, (int)(s17)65536);
    printf("%d %d %d\n", (int)sizeof(u5), (int)sizeof(u37), (int)sizeof(u100));
    printf("%d %d\n", (s5)-1 < (u5)1, b < 0);
    printf("%d\n", (int)(17wb + 3wb));
    printf("%u\n", (unsigned)(200uwb));
    struct { unsigned _BitInt(9) x : 7; _BitInt(12) y; } s = {100, -5};
    printf("%d %d\n", (int)s.x, (int)s.y);
    u5 arr[3] = {1, 2, 30};
    u5 sum = 0;
    for (int i = 0; i < 3; i++)
        sum += arr[i];
    printf("%d\n", (int)sum);
    printf("%g\n", (double)(u37)123456789012);
    printf("%d\n", (int)(u5)17.9);
    return 0;
}
