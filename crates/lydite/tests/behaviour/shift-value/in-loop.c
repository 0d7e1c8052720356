// has: shift-value 9
#include <stdio.h>

int main(void)
{
    int x = 0x1000;
    for (int i = 0; i < 8; i++) {
        printf("%d\n", x);
        x = x << 4;
    }
    return 0;
}
