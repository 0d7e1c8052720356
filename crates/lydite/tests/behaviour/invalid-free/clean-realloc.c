// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p = realloc(NULL, sizeof *p);
    *p = 1;
    p = realloc(p, 64 * sizeof *p);
    p[63] = 2;
    printf("%d %d\n", p[0], p[63]);
    p = realloc(p, sizeof *p);
    printf("%d\n", *p);
    free(p);
    return 0;
}
