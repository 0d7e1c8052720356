// has: out-of-steps 8
#include <stdio.h>

int main(void)
{
    volatile unsigned n = 0;
    printf("before\n");
    for (;;) { n++; }
}
