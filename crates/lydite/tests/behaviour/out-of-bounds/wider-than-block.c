// has: out-of-bounds 10
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    void *block = malloc(sizeof(int));
    *(int *)block = 3;
    printf("%d\n", *(int *)block);
    *(long long *)block = 4;
    free(block);
    return 0;
}
