// has: uninitialised 8
#include <stdio.h>

static int sum(const int *a, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i];
    return total;
}

int main(void)
{
    int a[3];
    a[0] = a[2] = 1;
    printf("%d\n", sum(a, 1));
    printf("%d\n", sum(a, 3));
    return 0;
}
