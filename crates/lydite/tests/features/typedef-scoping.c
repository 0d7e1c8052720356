#include <stdio.h>

typedef int T;
typedef T *TP;
typedef T array[3];
typedef T function(T, T);
typedef struct node node;
struct node { T value; node *next; };

static function add;
static T add(T a, T b) { return a + b; }

static T shadow(T T) { return T * 2; }

static double inner(void)
{
    typedef double T;
    T x = 1.5;
    {
        typedef char T;
        T c = (T)300;
        x += sizeof(T) + (c == 44);
    }
    return x;
}

int main(void)
{
    T t = 3;
    TP p = &t;
    const TP q = &t;
    *q = 4;
    array a = {1, 2, 3};
    printf("%d %d %d %d\n", t, *p, a[2], (int)(sizeof(array) / sizeof(T)));
    printf("%d %d\n", add(2, 3), shadow(4));
    printf("%g\n", inner());
    {
        int T = 7;
        T *= 2;
        int y = T * t;
        printf("%d %d\n", T, y);
    }
    node n2 = {2, 0}, n1 = {1, &n2};
    printf("%d\n", n1.next->value);
    typedef struct { int a; } T2, *T2P;
    T2 s = {5};
    T2P sp = &s;
    printf("%d\n", sp->a);
    struct T { int T; } T1 = {9};
    printf("%d\n", T1.T);
    goto T;
T:
    printf("%d\n", (int)sizeof(T) == (int)sizeof(int));
    typedef function *fp;
    fp f = add;
    printf("%d\n", f(10, 20));
    typedef T matrix[2][3];
    matrix m = {{1, 2, 3}, {4, 5, 6}};
    printf("%d\n", m[1][2]);
    unsigned typedef odd_order;
    odd_order o = 5;
    printf("%u\n", o);
    for (T T = 0; T < 2; T++)
        printf("%d ", T);
    putchar('\n');
    return 0;
}
