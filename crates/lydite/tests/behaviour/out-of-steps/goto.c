// has: out-of-steps 8
#include <stdio.h>

int main(void)
{
    volatile unsigned n = 0;
    printf("before\n");
again: n += 2; if (n != 1) goto again;
    printf("after\n");
    return 0;
}
