// has: wrong-call 14
#include <stdio.h>

static long wide(long x)
{
    return x + 1;
}

int main(void)
{
    long (*right)(long) = wide;
    int (*wrong)(int) = (int (*)(int))wide;
    printf("%ld\n", right(4));
    printf("%d\n", wrong(4));
    return 0;
}
