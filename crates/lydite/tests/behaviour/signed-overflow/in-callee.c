// has: signed-overflow 7
#include <limits.h>
#include <stdio.h>

static int negate(int x)
{
    return -x;
}

int main(void)
{
    printf("%d\n", negate(5));
    printf("%d\n", negate(INT_MIN + 1));
    printf("%d\n", negate(INT_MIN));
    return 0;
}
