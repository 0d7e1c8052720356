// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    printf("%d\n", *p);
    free(p);
    p = malloc(sizeof *p);
    *p = 2;
    printf("%d\n", *p);
    p = realloc(p, 1000 * sizeof *p);
    p[999] = 3;
    printf("%d %d\n", p[0], p[999]);
    free(p);
    return 0;
}
