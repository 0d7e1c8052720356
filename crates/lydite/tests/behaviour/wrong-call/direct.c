// has: wrong-call 12
#include <stdio.h>

static int twice(int x)
{
    return 2 * x;
}

int main(void)
{
    printf("%d\n", twice(2));
    printf("%d\n", ((int (*)(double))twice)(2.0));
    return 0;
}
