#include <stdio.h>

#define KIND(x) _Generic((x), int: 1, unsigned: 2, long long: 3, double: 4, float: 5, char: 6, int *: 7, const int *: 8, default: 0)

static int calls;
static int touch(void) { calls++; return 1; }
struct s { int a; double b[3]; unsigned f; };
typedef __typeof__(int (*)(int)) unary;
static int inc(int x) { return x + 1; }
static __typeof__(inc) dec;
static int dec(int x) { return x - 1; }

int main(void)
{
    int i = 1;
    __typeof__(i) j = 2;
    typeof(i + 1.0) d = 2.5;
    __typeof(&i) p = &j;
    typeof(*p) k = *p + 1;
    printf("%d %g %d %d\n", j, d, *p, k);
    typeof(touch()) t = 7;
    printf("%d %d\n", t, calls);
    typeof(int[3]) a = {1, 2, 3};
    typeof(a[0]) sum = 0;
    for (typeof(sizeof a) n = 0; n < sizeof a / sizeof *a; n++)
        sum += a[n];
    printf("%d\n", sum);
    struct s s = {1, {2, 3, 4}, 5};
    typeof(s) copy = s;
    typeof(s.b) arr = {1.5};
    typeof(((struct s *)0)->f) f = 3000000000u;
    printf("%d %g %u\n", copy.a, arr[0], f);
    unary u = inc;
    typeof(inc) *v = dec;
    printf("%d %d\n", u(5), v(5));
    printf("%d %d %d %d\n", KIND(j), KIND(d), KIND(p), KIND(f));
    typeof(const int) c = 5;
    typeof(c) *cp = &c;
    printf("%d %d\n", KIND(cp), *cp);
    typeof(1 ? 1 : 1u) w = 4;
    printf("%d\n", KIND(w));
    typeof('a') ch = 'b';
    printf("%d\n", KIND(ch));
    int n = 3;
    int vla[n];
    typeof(vla) other;
    printf("%d\n", (int)(sizeof other / sizeof *other));
    typeof(int *) x, y;
    x = y = &i;
    printf("%d %d\n", *x, *y);
    typeof(typeof(short) *) sp = &(short){9};
    printf("%d\n", *sp);
    typeof(({ 1.5f; })) fl = 2;
    printf("%d\n", KIND(fl));
    __auto_type au = 3.5;
    __auto_type ap = &i;
    printf("%g %d %d\n", au, *ap, KIND(au));
    return 0;
}
