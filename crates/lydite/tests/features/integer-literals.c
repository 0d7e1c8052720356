#include <limits.h>
#include <stdio.h>

#define T(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", long long: "long long", unsigned long long: "unsigned long long", float: "float", double: "double", default: "other")

int main(void)
{
    printf("%d %d %d %d\n", 10, 010, 0x10, 0b10);
    printf("%d %d %d\n", 0, 00, 0x0);
    printf("%d %d %d\n", 0xAbC, 0777, 0B1111);
    printf("%u %lu %llu %lld\n", 5u, 6ul, 7ull, 8ll);
    printf("%llu %llu\n", 18446744073709551615ULL, 0xFFFFFFFFFFFFFFFFull);
    printf("%s %s %s %s\n", T(1), T(1u), T(1l), T(1ULL));
    printf("%s %s %s\n", T(2147483647), T(0x7fffffff), T(0x80000000));
    printf("%s %s %s\n", T(1.0), T(1.0f), T(1e5));
    printf("%s %s\n", T('a'), T(0xffffffff));
    printf("%d\n", 2147483648 > 0);
    printf("%d\n", -2147483648 < 0);
    printf("%d\n", INT_MIN == -2147483647 - 1);
    printf("%lld %lld\n", (long long)9223372036854775807, (long long)(-9223372036854775807 - 1));
    printf("%g %g %g %g %g\n", 1., .5, 1e3, 1.5E-3, 0x1p3);
    printf("%g %g\n", 1e3f, 12.5F);
    printf("%d %d %d %d\n", 'a', '\n', '\x41', '\101');
    printf("%d %d\n", '\377', '\xff');
    return 0;
}
