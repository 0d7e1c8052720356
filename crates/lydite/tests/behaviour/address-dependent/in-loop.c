// has: address-dependent 10
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("before\n");
    for (int i = 0; i < 3; i++)
        printf("%llx\n", (unsigned long long)(uintptr_t)malloc(8));
    return 0;
}
