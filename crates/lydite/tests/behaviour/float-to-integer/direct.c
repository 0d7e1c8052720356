// has: float-to-integer 8
#include <stdio.h>

int main(void)
{
    double d = 3e9;
    printf("%g\n", d);
    int i = (int)d;
    printf("%d\n", i);
    return 0;
}
