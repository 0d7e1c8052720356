// clean
#include <stdio.h>

int main(void)
{
    volatile double one = 1.0, zero = 0.0;
    double up = one / zero, down = -one / zero;
    printf("%f %f\n", up, down);
    printf("%d\n", up > 1e308);
    printf("%d\n", one / up == 0.0);
    return 0;
}
