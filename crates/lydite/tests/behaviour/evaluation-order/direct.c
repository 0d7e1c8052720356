// has: evaluation-order 19
#include <stdio.h>

static int n = 1;

static int add(void)
{
    return n += 3;
}

static int twice(void)
{
    return n *= 2;
}

int main(void)
{
    printf("%d\n", n);
    printf("%d\n", add() - twice());
    return 0;
}
