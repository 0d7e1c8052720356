// has: out-of-bounds 11
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 5;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i <= n; i++) {
        printf("%d\n", i);
        a[i] = i;
    }
    free(a);
    return 0;
}
