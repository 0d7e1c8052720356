// has: shift-value 8
#include <stdio.h>

int main(void)
{
    unsigned char high = 0x80;
    printf("%d\n", high << 23);
    printf("%d\n", high << 24);
    return 0;
}
