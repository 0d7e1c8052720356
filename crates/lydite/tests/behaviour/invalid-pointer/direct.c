// has: invalid-pointer 9
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int *p = (int *)(uintptr_t)4096;
    printf("before\n");
    printf("%d\n", *p);
    return 0;
}
