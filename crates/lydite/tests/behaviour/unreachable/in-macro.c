// has: unreachable 12
#include <stdio.h>

#define ASSUME(c) do { if (!(c)) __builtin_unreachable(); } while (0)

int main(void)
{
    int x = 4;
    ASSUME(x % 4 == 0);
    printf("%d\n", x);
    x++;
    ASSUME(x % 4 == 0);
    printf("%d\n", x);
    return 0;
}
