// clean
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int a[3] = {1, 2, 3};
    uintptr_t bits = (uintptr_t)(void *)&a[1];
    int *p = (void *)bits;
    printf("%d %d\n", *p, p == a + 1);
    *p = 7;
    printf("%d\n", a[1]);
    return 0;
}
