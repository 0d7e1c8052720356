// clean
#include <stdio.h>

static int f(int n)
{
    if (n <= 0)
        return -1;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    return a[n - 1];
}

int main(void)
{
    printf("%d %d %d\n", f(0), f(1), f(5));
    return 0;
}
