// clean
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int a[2] = {2, 1}, key = 2;
    qsort(a, 0, sizeof *a, compare);
    printf("%d %d\n", a[0], a[1]);
    qsort(a, 1, sizeof *a, compare);
    printf("%d %d\n", a[0], a[1]);
    printf("%d\n", bsearch(&key, a, 0, sizeof *a, compare) == NULL);
    return 0;
}
