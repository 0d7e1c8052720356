// has: float-to-integer 9
#include <stdio.h>

int main(void)
{
    float f = 1000.0f;
    for (int i = 0; i < 5; i++) {
        printf("%g\n", f);
        short s = f;
        printf("%d\n", s);
        f *= 10;
    }
    return 0;
}
