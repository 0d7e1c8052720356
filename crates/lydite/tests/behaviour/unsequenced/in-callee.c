// has: unsequenced 6
#include <stdio.h>

static int add(int *a, int *b)
{
    return ++*a + ++*b;
}

int main(void)
{
    int x = 1, y = 2;
    printf("%d\n", add(&x, &y));
    printf("%d\n", add(&x, &x));
    return 0;
}
