// has: wrong-call 21
#include <stdio.h>

typedef int (*unary)(int);

static int neg(int x)
{
    return -x;
}

static int add(int x, int y)
{
    return x + y;
}

int main(void)
{
    unary table[2] = {neg, (unary)add};
    for (int i = 0; i < 2; i++) {
        printf("%d\n", i);
        int r = table[i](i);
        printf("%d\n", r);
    }
    return 0;
}
