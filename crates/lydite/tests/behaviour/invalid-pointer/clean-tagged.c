// clean
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int x = 11;
    uintptr_t tagged = (uintptr_t)&x | 1;
    printf("%d\n", (int)(tagged & 1));
    int *p = (int *)(tagged & ~(uintptr_t)1);
    printf("%d\n", *p);
    return 0;
}
