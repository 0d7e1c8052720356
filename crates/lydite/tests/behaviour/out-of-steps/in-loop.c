// has: out-of-steps 8
#include <stdio.h>

int main(void)
{
    volatile unsigned total = 0;
    printf("before\n");
    for (unsigned i = 3; i >= 0; i--) for (unsigned j = 0; j < 10; j++) total += j;
    printf("%u\n", total);
    return 0;
}
