// clean
#include <stdio.h>

int main(void)
{
    int a[4] = {0};
    printf("%d %d\n", (int)(&a[3] - &a[1]), (int)(a - &a[2]));
    printf("%d\n", (int)(a + 4 - a));
    printf("%d\n", (int)(a - a));
    return 0;
}
