// has: evaluation-order 18
#include <stdio.h>

static int counter;

static int tick(void)
{
    return ++counter;
}

static int pair(int a, int b)
{
    return 10 * a + b;
}

static int both(void)
{
    return pair(tick(), tick());
}

int main(void)
{
    printf("before\n");
    printf("%d\n", both());
    return 0;
}
