// has: float-to-integer 9
#include <stdio.h>

int main(void)
{
    struct { int low : 4; unsigned high : 4; } s = {0, 0};
    double d = 9.5;
    s.high = d;
    s.low = d;
    printf("%d %u\n", s.low, s.high);
    return 0;
}
