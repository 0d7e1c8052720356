// has: out-of-bounds 6
#include <stdio.h>

static int last(const int *a, int n)
{
    return a[n];
}

int main(void)
{
    int a[3] = {7, 8, 9};
    printf("%d\n", last(a, 2));
    printf("%d\n", last(a, 3));
    return 0;
}
