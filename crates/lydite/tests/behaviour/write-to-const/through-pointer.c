// has: write-to-const 10
#include <stdio.h>

static const double table[2] = {1.5, 2.5};

int main(void)
{
    double *p = (double *)table;
    printf("%g\n", p[1]);
    p[1] = 3.5;
    printf("after\n");
    return 0;
}
