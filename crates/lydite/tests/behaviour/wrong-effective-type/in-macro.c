// has: wrong-effective-type 11
#include <stdio.h>

#define BITS(x) (*(unsigned *)&(x))

int main(void)
{
    unsigned u = 5;
    float f = 0.5f;
    printf("%u\n", BITS(u));
    printf("%u\n", BITS(f));
    return 0;
}
