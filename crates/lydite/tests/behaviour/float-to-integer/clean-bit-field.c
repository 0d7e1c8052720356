// clean
#include <stdio.h>

int main(void)
{
    double d = 15.75, e = -8.5;
    struct { int low : 4; unsigned high : 4; _Bool flag : 1; } s = {e, d, d};
    printf("%d %u %d\n", s.low, s.high, s.flag);
    s.low = (int)d; /* converted first: the rest is a conversion between integers */
    s.high -= 0.75;
    s.flag = e;
    printf("%d %u %d\n", s.low, s.high, s.flag);
    return 0;
}
