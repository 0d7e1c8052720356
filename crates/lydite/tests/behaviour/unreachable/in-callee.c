// has: unreachable 6
#include <stdio.h>

static int check(int x)
{
    __builtin_assume(x > 0);
    return 100 / x;
}

int main(void)
{
    printf("%d\n", check(5));
    printf("%d\n", check(-5));
    return 0;
}
