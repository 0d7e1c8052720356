// has: pointer-comparison 10
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4), *q = malloc(4);
    char **pp = &p, **qq = &q;
    printf("%d\n", *pp < *pp + 4);
    if (*pp >= *qq)
        printf("first\n");
    free(p);
    free(q);
    return 0;
}
