#include <stdio.h>

#define KIND(x) _Generic((x), char: "char", signed char: "schar", unsigned char: "uchar", short: "short", \
    unsigned short: "ushort", int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", \
    long long: "llong", unsigned long long: "ullong", float: "float", double: "double", _Bool: "bool", default: "other")

struct bits { unsigned a : 3; unsigned b : 32; signed c : 5; _Bool d : 1; };

int main(void)
{
    char c = 1; signed char sc = -1; unsigned char uc = 255; short s = -1; unsigned short us = 65535;
    _Bool b = 1; int i = 1; unsigned u = 1; long l = 1; long long ll = 1; unsigned long long ull = 1; float f = 1; double d = 1;
    struct bits bf = {7, 0xffffffffu, -3, 1};
    puts(KIND(c)); puts(KIND(+c)); puts(KIND(-sc)); puts(KIND(~uc)); puts(KIND(!s)); puts(KIND(us + us)); puts(KIND(b + b));
    puts(KIND(uc << 1)); puts(KIND(1u << uc)); puts(KIND(uc << 1ull));
    puts(KIND(i + u)); puts(KIND(i + ll)); puts(KIND(u + ll)); puts(KIND(ll + ull)); puts(KIND(f + i)); puts(KIND(f + d)); puts(KIND(f * f));
    puts(KIND(i ? c : s)); puts(KIND(i ? u : s)); puts(KIND(i ? f : ll)); puts(KIND((c, s))); puts(KIND(c = 3)); puts(KIND(us++));
    puts(KIND('a')); puts(KIND(1 == 1)); puts(KIND(1.0f < 2.0f)); puts(KIND(l - l)); puts(KIND(sc * 2.0));
    puts(KIND(+bf.a)); puts(KIND(+bf.c)); puts(KIND(+bf.d)); puts(KIND(bf.b + 0));
    printf("%d\n", uc + uc);
    printf("%d\n", -us);
    printf("%d\n", ~uc);
    printf("%d\n", (unsigned char)~uc);
    printf("%d %d\n", uc == 0xff, (signed char)uc == 0xff);
    printf("%d\n", us * 2);
    printf("%d\n", -1 < 0u);
    printf("%d\n", sc < uc);
    printf("%d\n", sc > u);
    printf("%d\n", (unsigned char)(uc + 1) == 0);
    printf("%d\n", uc + 1 == 256);
    printf("%d\n", bf.a - 8 < 0);
    printf("%d\n", ll > u);
    printf("%d\n", -1LL < 0u);
    return 0;
}
