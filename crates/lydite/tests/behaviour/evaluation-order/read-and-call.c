// has: evaluation-order 15
#include <stdio.h>

static int x = 1;

static int bump(void)
{
    x += 10;
    return 0;
}

int main(void)
{
    printf("%d\n", x);
    printf("%d\n", x + bump());
    return 0;
}
