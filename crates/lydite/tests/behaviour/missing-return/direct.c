// has: missing-return 16
#include <stdio.h>

static int sign(int x)
{
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}

int main(void)
{
    printf("%d\n", sign(5));
    printf("%d\n", sign(-5));
    int z = sign(0);
    printf("%d\n", z);
    return 0;
}
