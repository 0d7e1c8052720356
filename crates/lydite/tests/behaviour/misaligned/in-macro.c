// has: misaligned 12
#include <stdio.h>
#include <stdlib.h>

#define AT(type, p, offset) (*(type *)((char *)(p) + (offset)))

int main(void)
{
    void *block = malloc(32);
    AT(double, block, 8) = 1.5;
    printf("%g\n", AT(double, block, 8));
    AT(double, block, 17) = 2.5;
    free(block);
    return 0;
}
