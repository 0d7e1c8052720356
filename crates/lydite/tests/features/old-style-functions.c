#include <stdio.h>

int add(a, b)
    int a, b;
{
    return a + b;
}

static double mix(c, s, f, d)
    char c;
    short s;
    float f;
    double d;
{
    return c + s + f + d;
}

static int first(p) const int *p; { return *p; }
static int none() { return 7; }
int later();

int main()
{
    printf("%d\n", add(1, 2));
    printf("%g\n", mix('a', 2, 1.5, 2.5));
    int v[2] = {4, 5};
    printf("%d %d\n", first(v), none());
    printf("%d\n", later(3, 4));
    int (*f)() = add;
    printf("%d\n", f(5, 6));
    return 0;
}

int later(x, y) int x; int y; { return x * y; }
