// has: misaligned 10
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *block = calloc(1, 32);
    for (int i = 0; i < 12; i += 6) {
        printf("%d\n", i);
        *(int *)(block + i) = i;
    }
    free(block);
    return 0;
}
