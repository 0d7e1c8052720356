// clean
#include <stdio.h>

int main(void)
{
    int a[3] = {1, 2, 3};
    printf("%d %d\n", a < a + 1, &a[2] > &a[0]);
    printf("%d %d\n", a + 3 > a + 2, a + 3 <= a + 3);
    printf("%d\n", (void *)a < (void *)(a + 3));
    return 0;
}
