#include <stdio.h>

struct empty_ish { char c; };
struct small { short a, b; };
struct mixed { int i; float f; double d; };
struct large { int v[20]; };
struct nested { struct small s[2]; struct mixed m; };
struct odd { char c[5]; };
union u { int i; float f; };

static struct small swap(struct small s) { return (struct small){s.b, s.a}; }
static struct mixed scale(struct mixed m, double k) { m.i *= (int)k; m.f *= (float)k; m.d *= k; return m; }
static struct large fill(int x) { struct large l; for (int i = 0; i < 20; i++) l.v[i] = x + i; return l; }
static int total(struct large l) { int t = 0; for (int i = 0; i < 20; i++) t += l.v[i]; l.v[0] = -1; return t; }
static struct nested build(struct small a, struct mixed m) { struct nested n = {{a, swap(a)}, m}; return n; }
static struct odd name(const char *s) { struct odd o = {{0}}; for (int i = 0; i < 4 && s[i]; i++) o.c[i] = s[i]; return o; }
static union u make(float f) { union u u; u.f = f; return u; }
static char get(struct empty_ish e) { return e.c++; }
static int many(struct small a, int b, struct odd c, double d, struct large e, char f) { return a.a + b + c.c[0] + (int)d + e.v[3] + f; }
static struct large *self(struct large *l) { return l; }
static struct small chain(struct small s, int n) { return n ? chain(swap(s), n - 1) : s; }

int main(void)
{
    struct small s = {1, 2}, t;
    t = swap(s);
    printf("%d %d %d %d\n", s.a, s.b, t.a, t.b);
    printf("%d\n", swap(swap(s)).b);
    struct mixed m = scale((struct mixed){2, 1.5f, 2.5}, 3);
    printf("%d %g %g\n", m.i, m.f, m.d);
    struct large l = fill(10);
    int sum = total(l);
    printf("%d %d\n", sum, l.v[0]);
    printf("%d %d\n", fill(5).v[19], total(fill(1)));
    struct nested n = build(s, m);
    printf("%d %d %g\n", n.s[1].a, n.s[0].b, n.m.d);
    struct nested copy = n, *p = &copy;
    p->s[1] = p->s[0];
    p->m.i = -1;
    printf("%d %d %d\n", n.s[1].a, copy.s[1].a, n.m.i);
    printf("%s %s\n", name("longer").c, name("ab").c);
    printf("%x\n", make(1.0f).i);
    struct empty_ish e = {'e'};
    printf("%c%c\n", get(e), e.c);
    printf("%d\n", many(s, 10, name("A"), 3.9, l, 'f'));
    self(&l)->v[1] = 77;
    printf("%d\n", l.v[1]);
    struct large arr[2] = {fill(1), fill(2)};
    arr[0] = arr[1];
    arr[1].v[0] = 50;
    printf("%d %d\n", arr[0].v[0], arr[1].v[0]);
    printf("%d %d\n", chain(s, 5).a, chain(s, 4).a);
    struct small (*f)(struct small) = swap;
    printf("%d\n", f(s).a);
    int which = 1;
    printf("%d\n", (which ? s : t).a + (which ? t : s).b);
    struct small x, y, z;
    x = y = z = s;
    printf("%d %d\n", x.a, y.b);
    printf("%d\n", (s = t, s).a);
    return 0;
}
