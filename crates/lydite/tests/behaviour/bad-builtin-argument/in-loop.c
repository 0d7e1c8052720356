// has: bad-builtin-argument 9
#include <stdio.h>

int main(void)
{
    int total = 0;
    for (unsigned x = 8; total < 100; x >>= 2) {
        printf("%u\n", x);
        total += __builtin_ctz(x);
    }
    printf("%d\n", total);
    return 0;
}
