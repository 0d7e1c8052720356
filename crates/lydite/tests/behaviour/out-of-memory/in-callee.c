// has: out-of-memory 4
#include <stdio.h>

static unsigned down(unsigned n) { return n + down(n + 1); }

int main(void)
{
    printf("before\n");
    printf("%u\n", down(0));
    return 0;
}
