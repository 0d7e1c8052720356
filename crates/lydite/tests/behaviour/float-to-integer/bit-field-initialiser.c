// has: float-to-integer 7
#include <stdio.h>

int main(void)
{
    double d = 16.0;
    struct { unsigned high : 4; } s = {d};
    printf("%u\n", s.high);
    return 0;
}
