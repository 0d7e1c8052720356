// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4 * sizeof *p);
    int *q = p + 4;
    for (int i = 0; i < 4; i++)
        p[i] = i;
    q -= 4;
    printf("%d\n", q[3]);
    free(q);
    return 0;
}
