// clean
#include <stdio.h>

enum colour { red, green, blue };

int main(void)
{
    enum colour c = green;
    unsigned *u = (unsigned *)&c;
    printf("%u\n", *u);
    *u = blue;
    printf("%d\n", c == blue);
    return 0;
}
