// clean
#include <stdio.h>

int main(void)
{
    int x = -1;
    unsigned *u = (unsigned *)&x;
    printf("%u\n", *u);
    *u = 5;
    printf("%d\n", x);
    unsigned long long v = 3;
    *(long long *)&v = -3;
    printf("%d\n", v > 3);
    const int *c = &x;
    volatile int *w = &x;
    printf("%d %d\n", *c, *w);
    return 0;
}
