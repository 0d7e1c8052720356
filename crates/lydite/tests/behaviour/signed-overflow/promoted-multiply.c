// has: signed-overflow 8
#include <stdio.h>

int main(void)
{
    unsigned short a = 65535, b = 32768;
    printf("%d\n", a * (b - 1));
    printf("%d\n", a * (b + 1));
    return 0;
}
