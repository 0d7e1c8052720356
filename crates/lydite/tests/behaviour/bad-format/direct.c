// has: bad-format 8
#include <stdio.h>

int main(void)
{
    double d = 1.5;
    printf("%f\n", d);
    printf("%d\n", d);
    return 0;
}
