// has: invalid-pointer 7
#include <stdint.h>
#include <stdio.h>

static void poke(uintptr_t where, unsigned char what)
{
    *(unsigned char *)where = what;
}

int main(void)
{
    unsigned char c = 0;
    poke((uintptr_t)&c, 9);
    printf("%d\n", c);
    poke(1, 9);
    printf("%d\n", c);
    return 0;
}
