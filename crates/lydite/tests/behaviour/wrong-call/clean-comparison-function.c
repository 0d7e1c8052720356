// clean
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int main(void)
{
    int a[3] = {3, 1, 2};
    qsort(a, 3, sizeof *a, compare);
    printf("%d %d %d\n", a[0], a[1], a[2]);
    return 0;
}
