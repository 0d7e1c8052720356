// has: dangling 11
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *old = malloc(sizeof *old);
    *old = 6;
    int *new = realloc(old, 100000 * sizeof *new);
    printf("%d\n", *new);
    new[0] = *old;
    free(new);
    return 0;
}
