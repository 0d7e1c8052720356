// has: missing-return 14
#include <stdio.h>

static int maybe(int x)
{
    if (x)
        return x;
}

int main(void)
{
    int (*f)(int) = maybe;
    printf("%d\n", f(3));
    printf("%d\n", f(0));
    return 0;
}
