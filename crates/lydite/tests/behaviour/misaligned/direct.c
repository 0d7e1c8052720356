// has: misaligned 11
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *block = malloc(16);
    memset(block, 1, 16);
    printf("%d\n", *(int *)(block + 4));
    printf("%d\n", *(int *)(block + 5));
    free(block);
    return 0;
}
