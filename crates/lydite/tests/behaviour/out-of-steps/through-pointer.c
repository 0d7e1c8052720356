// has: out-of-steps 10
#include <stdio.h>

int main(void)
{
    volatile int go = 1;
    volatile int *p = &go;
    unsigned n = 0;
    printf("before\n");
    while (*p) { n++; }
    printf("%u\n", n);
    return 0;
}
