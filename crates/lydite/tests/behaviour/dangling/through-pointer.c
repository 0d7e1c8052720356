// has: dangling 12
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *block = malloc(sizeof *block);
    int **pp = &block;
    **pp = 4;
    printf("%d\n", **pp);
    free(block);
    **pp = 5;
    printf("after\n");
    return 0;
}
