// has: uninitialised 10
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    printf("%d\n", p[0]);
    if (p[1] > 0)
        printf("positive\n");
    free(p);
    return 0;
}
