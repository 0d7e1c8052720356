// has: evaluation-order 16
#include <stdio.h>

#define MINUS(a, b) ((a) - (b))

static int counter;

static int tick(void)
{
    return ++counter;
}

int main(void)
{
    printf("%d\n", MINUS(3, 2));
    printf("%d\n", MINUS(tick(), tick()));
    return 0;
}
