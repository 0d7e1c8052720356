// has: float-to-integer 8
#include <stdio.h>

int main(void)
{
    struct { int low : 4; } s = {7};
    s.low -= 0.5f;
    s.low += 2.25f;
    printf("%d\n", s.low);
    return 0;
}
