// clean
#include <stdio.h>

struct inner {
    int x;
    int v[2];
};

struct outer {
    struct inner in;
    double d;
};

int main(void)
{
    struct outer o = {{1, {2, 3}}, 4.5};
    int *x = (int *)&o;
    struct inner *in = (struct inner *)&o;
    int *v = &o.in.v[1];
    *x = 10;
    *v = 30;
    in->v[0] = 20;
    struct outer copy = o;
    printf("%d %d %d %g\n", copy.in.x, copy.in.v[0], copy.in.v[1], copy.d);
    return 0;
}
