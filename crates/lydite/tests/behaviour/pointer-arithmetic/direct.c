// has: pointer-arithmetic 9
#include <stdio.h>

int main(void)
{
    int a[4] = {1, 2, 3, 4};
    int n = 5;
    printf("%d\n", a[0]);
    int *p = a + n;
    printf("%d\n", p == a);
    return 0;
}
