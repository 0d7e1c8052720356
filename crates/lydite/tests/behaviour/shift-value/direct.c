// has: shift-value 8
#include <stdio.h>

int main(void)
{
    int x = -1;
    printf("%d\n", x >> 1);
    printf("%d\n", x << 1);
    return 0;
}
