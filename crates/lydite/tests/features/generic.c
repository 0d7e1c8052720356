#include <stdio.h>

#define NAME(x) _Generic((x), _Bool: "bool", char: "char", signed char: "signed char", unsigned char: "unsigned char", \
    short: "short", unsigned short: "unsigned short", int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", \
    long long: "long long", unsigned long long: "unsigned long long", float: "float", double: "double", \
    char *: "char *", const char *: "const char *", int *: "int *", void *: "void *", struct s: "struct s", \
    int (*)(int): "int (*)(int)", int (*)[3]: "int (*)[3]", default: "other")

struct s { int a; };
struct other { int a; };
static int f(int x) { return x; }
static int abs_i(int x) { return x < 0 ? -x : x; }
static double abs_d(double x) { return x < 0 ? -x : x; }
#define ABS(x) _Generic((x), int: abs_i, double: abs_d, float: abs_d)(x)
#define IS_INT(x) _Generic((x), int: 1, default: 0)

int main(void)
{
    char c = 0; const char *cs = ""; int a[3] = {0}; const int ci = 1; struct s s = {1}; struct other o = {2}; float fl = 1;
    puts(NAME((_Bool)1)); puts(NAME(c)); puts(NAME('c')); puts(NAME((signed char)1)); puts(NAME((unsigned char)1));
    puts(NAME((short)1)); puts(NAME((unsigned short)1)); puts(NAME(1)); puts(NAME(1u)); puts(NAME(1l)); puts(NAME(1ul)); puts(NAME(1ll)); puts(NAME(1ull));
    puts(NAME(1.0f)); puts(NAME(1.0)); puts(NAME("str")); puts(NAME(cs)); puts(NAME(a)); puts(NAME(&a)); puts(NAME((void *)0));
    puts(NAME(s)); puts(NAME(o)); puts(NAME(f)); puts(NAME(&f)); puts(NAME(ci)); puts(NAME(fl)); puts(NAME(c + c)); puts(NAME(1 ? 1 : 2.0));
    puts(NAME(0x7fffffff)); puts(NAME(0x80000000)); puts(NAME(017777777777)); puts(NAME(4294967295u));
    printf("%d %g %g\n", ABS(-3), ABS(-2.5), ABS(-1.5f));
    int n = 0;
    printf("%d %d\n", _Generic(n++, int: n, default: -1), n);
    printf("%d %d\n", IS_INT(1), IS_INT(1L));
    printf("%d\n", _Generic(n, long: 1 / 0, int: 7));
    printf("%d\n", _Generic(&ci, int *: 1, const int *: 2));
    int target = 0;
    _Generic(n, int: target, default: n) = 9;
    printf("%d\n", target);
    printf("%d\n", (int)sizeof(_Generic(1, int: (char)1, default: 1.0)));
    printf("%s\n", _Generic((char)1, default: "d", int: "i"));
    printf("%d\n", _Generic(1.0f, double: 1, default: _Generic(1, int: 5, default: 6)));
    struct { unsigned f : 3; } bits = {5};
    short less = -1;
    printf("%d %d\n", less < _Generic(1, int: bits.f), less < _Generic(1, int: bits).f);
    return 0;
}
