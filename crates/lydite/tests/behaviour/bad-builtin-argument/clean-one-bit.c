// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    printf("%d %d\n", __builtin_clz(1), __builtin_clz(UINT_MAX));
    printf("%d %d\n", __builtin_ctz(1), __builtin_ctz((unsigned)INT_MIN));
    printf("%d %d\n", __builtin_clzll(1), __builtin_ctzll(1ull << 63));
    return 0;
}
