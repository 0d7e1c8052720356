// has: invalid-pointer 13
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int x = 1;
    int *p = &x;
    int **pp = &p;
    **pp = 2;
    printf("%d\n", x);
    *pp = (int *)(uintptr_t)64;
    **pp = 3;
    return 0;
}
