// clean
#include <stdio.h>

int main(void)
{
    int zero = 0;
    printf("%d %d\n", __builtin_ffs(zero), __builtin_ffsll(zero));
    printf("%d %d\n", __builtin_popcount(zero), __builtin_parity(zero));
    printf("%d %d\n", __builtin_clrsb(zero), __builtin_clrsb(-1));
    printf("%d\n", __builtin_bswap32(zero));
    return 0;
}
