// clean
#include <stdio.h>

int main(void)
{
    double zero = 0.0, inf = 1 / zero;
    _Bool a = 1e300, b = inf, c = inf - inf, d = -zero;
    printf("%d %d %d %d\n", a, b, c, d);
    return 0;
}
