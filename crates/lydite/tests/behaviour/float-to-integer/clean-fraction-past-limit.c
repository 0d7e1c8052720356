// clean
#include <stdio.h>

int main(void)
{
    double up = 2147483647.75, down = -2147483648.75;
    printf("%d %d\n", (int)up, (int)down);
    double small = -0.9375, c = 255.9375;
    printf("%u %d\n", (unsigned)small, (unsigned char)c);
    printf("%u\n", (unsigned)4294967295.5);
    return 0;
}
