// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    double *d = malloc(3 * sizeof *d), *end = d + 3;
    int n = 0;
    for (double *p = d; p < end; p++)
        *p = n++;
    printf("%g %d\n", d[2], end > d);
    free(d);
    return 0;
}
