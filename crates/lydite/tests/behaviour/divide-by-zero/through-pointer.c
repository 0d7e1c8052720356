// has: divide-by-zero 10
#include <stdio.h>

int main(void)
{
    unsigned values[2] = {7, 0};
    unsigned *p = values;
    printf("%u\n", 100 % *p);
    p++;
    printf("%u\n", 100 % *p);
    return 0;
}
