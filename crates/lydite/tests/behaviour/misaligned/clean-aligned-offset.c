// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *block = calloc(1, 16);
    *(int *)(block + 4) = 4;
    *(int *)(block + 12) = 12;
    *(short *)(block + 2) = 2;
    printf("%d %d %d\n", *(int *)(block + 4), *(int *)(block + 12), *(short *)(block + 2));
    free(block);
    return 0;
}
