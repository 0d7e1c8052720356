// has: shift-count 9
#include <stdio.h>

int main(void)
{
    unsigned long long mask = 0;
    for (int i = 48; i <= 64; i += 8) {
        printf("%d\n", i);
        mask |= 1ull << i;
    }
    printf("%llx\n", mask);
    return 0;
}
