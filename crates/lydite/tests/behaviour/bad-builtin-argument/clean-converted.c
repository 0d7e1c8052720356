// clean
#include <stdio.h>

int main(void)
{
    signed char c = -1;
    printf("%d\n", __builtin_clz(c));
    printf("%d\n", __builtin_ctz(256));
    unsigned char u = 128;
    printf("%d\n", __builtin_clz(u));
    printf("%d\n", __builtin_ctzll(1ll << 40));
    return 0;
}
