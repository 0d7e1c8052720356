// has: shift-count 9
#include <stdio.h>

int main(void)
{
    unsigned char c = 255;
    c >>= 31;
    printf("%d\n", c);
    c >>= 32;
    printf("%d\n", c);
    return 0;
}
