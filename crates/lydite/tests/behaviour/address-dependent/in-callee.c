// has: address-dependent 7
#include <stdint.h>
#include <stdio.h>

static void order(const int *p, const int *q)
{
    puts((uintptr_t)p < (uintptr_t)q ? "up" : "down");
}

int main(void)
{
    static int a, b;
    printf("before\n");
    order(&a, &b);
    return 0;
}
