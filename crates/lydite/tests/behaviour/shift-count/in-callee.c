// has: shift-count 6
#include <stdio.h>

static unsigned rotate(unsigned x, unsigned n)
{
    return x << n | x >> (32 - n);
}

int main(void)
{
    printf("%x\n", rotate(0x80000001u, 1));
    printf("%x\n", rotate(0x80000001u, 0));
    return 0;
}
