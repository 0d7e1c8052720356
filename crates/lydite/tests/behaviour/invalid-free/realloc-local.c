// has: invalid-free 10
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int a[2] = {1, 2};
    int *p = a;
    printf("%d\n", p[1]);
    p = realloc(p, 4 * sizeof *p);
    printf("%d\n", p[1]);
    return 0;
}
