#include <stdio.h>

int tentative;
int tentative;
extern int declared;
int declared = 5;
static int hidden = 1;
extern int later[];
int later[3] = {7, 8, 9};
int x = 1;
static int forward(int);
extern int use(void);
int use(void) { extern int x; return x; }

static int shadow(int x)
{
    int r = x;
    {
        int x = 20;
        r += x;
        {
            extern int x;
            r += x * 1000;
        }
        for (int x = 300; x < 301; x++)
            r += x;
    }
    return r;
}

static int forward(int n) { int inner(int); return n ? inner(n - 1) : 0; }
int inner(int n) { return n + 100; }

struct tag { int a; };
static int tags(void)
{
    struct tag outer = {1};
    struct tag { char c[10]; };
    struct tag local;
    enum { outer_name = 3 };
    union { struct tag *p; struct other *q; } u;
    (void)u;
    return (int)(sizeof local + sizeof outer.a + outer_name);
}

static int label(int n)
{
    int loop = 0;
loop:
    loop++;
    if (loop < n)
        goto loop;
    return loop;
}

inline static int small(void) { return 9; }
static int self = sizeof self;

int main(void)
{
    printf("%d %d %d %d\n", tentative, declared, hidden, later[2]);
    printf("%d %d\n", shadow(4), use());
    printf("%d %d\n", forward(0), forward(3));
    printf("%d\n", tags());
    printf("%d\n", label(4));
    int hidden = 2 * small();
    printf("%d\n", hidden);
    { extern int declared; declared++; }
    printf("%d\n", declared);
    int main = 3;
    printf("%d\n", main);
    int printf_like = 4, struct_ = 5;
    printf("%d %d\n", printf_like, struct_);
    printf("%d %d\n", small(), self);
    if (1) { int x = 8; printf("%d ", x); } else { int x = 9; printf("%d ", x); }
    printf("%d\n", x);
    return 0;
}
