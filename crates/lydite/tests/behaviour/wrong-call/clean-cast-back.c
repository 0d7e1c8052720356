// clean
#include <stdio.h>

typedef void (*any)(void);

static double half(double x)
{
    return x / 2;
}

static int add(int x, int y)
{
    return x + y;
}

int main(void)
{
    any table[2] = {(any)half, (any)add};
    printf("%g\n", ((double (*)(double))table[0])(3.0));
    printf("%d\n", ((int (*)(int, int))table[1])(3, 4));
    return 0;
}
