// has: out-of-bounds 9
#include <stdio.h>

int main(void)
{
    int a[4] = {1, 2, 3, 4};
    int n = 4;
    printf("%d\n", a[n - 1]);
    printf("%d\n", a[n]);
    return 0;
}
