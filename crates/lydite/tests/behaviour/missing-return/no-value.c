// has: missing-return 14
#include <stdio.h>

static int sign(int x)
{
    if (x == 0)
        return;
    return x > 0 ? 1 : -1;
}

int main(void)
{
    printf("%d\n", sign(5));
    printf("%d\n", sign(0));
    return 0;
}
