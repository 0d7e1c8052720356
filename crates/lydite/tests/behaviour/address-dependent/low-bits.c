// has: address-dependent 8
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int x = 1;
    printf("%d\n", (int)((uintptr_t)&x % 16) + x);
    return 0;
}
