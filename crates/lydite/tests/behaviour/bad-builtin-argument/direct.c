// has: bad-builtin-argument 9
#include <stdio.h>

int main(void)
{
    unsigned x = 1;
    printf("%d\n", __builtin_clz(x));
    x = 0;
    printf("%d\n", __builtin_clz(x) < 99);
    return 0;
}
