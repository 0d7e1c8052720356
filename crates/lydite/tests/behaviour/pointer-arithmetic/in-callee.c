// has: pointer-arithmetic 7
#include <stdio.h>
#include <stdlib.h>

static int *advance(int *p, int n)
{
    return p + n;
}

int main(void)
{
    int *block = malloc(3 * sizeof *block);
    printf("%d\n", advance(block, 3) != block);
    printf("%d\n", advance(block, 4) != block);
    free(block);
    return 0;
}
