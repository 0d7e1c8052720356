// has: wrong-call 8
#include <stdio.h>

static int sum();

static int apply(int n)
{
    return n ? sum(1, 2, 3) : sum(1, 2);
}

static int sum(a, b, c)
    int a, b, c;
{
    return a + b + c;
}

int main(void)
{
    printf("%d\n", apply(1));
    printf("%d\n", apply(0));
    return 0;
}
