// has: wrong-effective-type 10
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    void *block = malloc(8);
    *(int *)block = 5;
    printf("%d\n", *(int *)block);
    printf("%g\n", *(float *)block);
    free(block);
    return 0;
}
