// has: float-to-integer 10
#include <stdio.h>

int main(void)
{
    double zero = 0.0;
    double inf = 1.0 / zero;
    printf("%d\n", inf > 0);
    double nan = inf - inf;
    int i = nan;
    printf("%d\n", i == 0);
    return 0;
}
