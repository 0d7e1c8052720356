// has: bad-builtin-argument 11
#include <stdio.h>

#define LOG2(x) ((int)(8 * sizeof(long)) - 1 - __builtin_clzl(x))

int main(void)
{
    long n = 1000;
    printf("%d\n", LOG2(n));
    n -= 1000;
    printf("%d\n", LOG2(n) < 99);
    return 0;
}
