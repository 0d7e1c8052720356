// has: address-dependent 10
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int x = 1;
    int *p = &x;
    printf("%d\n", *p);
    printf("%llu\n", (unsigned long long)(uintptr_t)p);
    return 0;
}
