// has: vla-size 7
#include <stdio.h>

static int sum(int n)
{
    int total = 0;
    int a[n][n];
    for (int i = 0; i < n; i++)
        a[i][i] = i, total += a[i][i];
    return total;
}

int main(void)
{
    printf("%d\n", sum(3));
    printf("%d\n", sum(-3));
    return 0;
}
