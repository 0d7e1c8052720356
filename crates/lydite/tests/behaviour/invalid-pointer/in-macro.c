// has: invalid-pointer 10
#include <stdint.h>
#include <stdio.h>

#define REGISTER(address) (*(volatile unsigned *)(uintptr_t)(address))

int main(void)
{
    printf("before\n");
    REGISTER(0x40000000) = 1;
    printf("after\n");
    return 0;
}
