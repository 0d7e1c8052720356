// clean
#include <stdio.h>

int main(void)
{
    unsigned char c = 0xff;
    unsigned short s = 0xffff;
    printf("%d\n", c << 16);
    printf("%d\n", c >> 20);
    printf("%d\n", s << 15);
    c <<= 9;
    s >>= 17;
    printf("%d %d\n", c, s);
    return 0;
}
