// clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *p = calloc(2, sizeof *p);
    printf("%d %d\n", p[0], p[1]);
    p = realloc(p, 4 * sizeof *p);
    printf("%d\n", p[1]);
    memset(p, 0, 4 * sizeof *p);
    printf("%d\n", p[3]);
    free(p);
    return 0;
}
