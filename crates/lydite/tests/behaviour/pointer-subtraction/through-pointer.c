// has: pointer-subtraction 10
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4), *q = malloc(4);
    char **pp = &p;
    printf("%d\n", (int)((*pp + 4) - *pp));
    long n = *pp - q;
    printf("%d\n", n == 1);
    free(p);
    free(q);
    return 0;
}
