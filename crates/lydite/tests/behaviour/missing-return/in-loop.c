// has: missing-return 16
#include <stdio.h>

static int find(const int *a, int n, int x)
{
    for (int i = 0; i < n; i++)
        if (a[i] == x)
            return i;
}

int main(void)
{
    int a[3] = {4, 5, 6};
    for (int x = 4; x < 8; x++) {
        printf("%d\n", x);
        if (find(a, 3, x) > 1)
            printf("late\n");
    }
    return 0;
}
