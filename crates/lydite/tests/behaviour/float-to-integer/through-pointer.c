// has: float-to-integer 13
#include <stdio.h>

int main(void)
{
    double d = 0.5;
    unsigned u = 1;
    double *p = &d;
    unsigned *q = &u;
    *q = *p;
    printf("%u\n", u);
    *p -= 2;
    *q = *p;
    printf("%u\n", u);
    return 0;
}
