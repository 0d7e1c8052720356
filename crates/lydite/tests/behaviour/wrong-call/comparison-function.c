// has: wrong-call 14
#include <stdio.h>
#include <stdlib.h>

static int compare(const int *a, const int *b)
{
    return *a - *b;
}

int main(void)
{
    int a[3] = {3, 1, 2};
    printf("%d\n", compare(&a[0], &a[1]));
    qsort(a, 3, sizeof *a, (int (*)(const void *, const void *))compare);
    printf("%d\n", a[0]);
    return 0;
}
