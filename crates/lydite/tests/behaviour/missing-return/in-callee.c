// has: missing-return 12
#include <stdio.h>

static int half(int x)
{
    if (x % 2 == 0)
        return x / 2;
}

static int quarter(int x)
{
    return half(x) / 2;
}

int main(void)
{
    printf("%d\n", quarter(8));
    printf("%d\n", quarter(7));
    return 0;
}
