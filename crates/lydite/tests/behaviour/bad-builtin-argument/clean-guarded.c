// clean
#include <stdio.h>

static int lowest(unsigned x)
{
    return x ? __builtin_ctz(x) : 32;
}

int main(void)
{
    unsigned zero = 0;
    printf("%d %d %d\n", lowest(0), lowest(8), lowest(0x80000000u));
    printf("%d\n", zero && __builtin_clz(zero));
    printf("%d\n", __builtin_clz(zero | 1));
    return 0;
}
