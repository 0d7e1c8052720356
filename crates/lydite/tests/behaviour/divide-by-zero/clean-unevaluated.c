// clean
#include <stdio.h>

int main(void)
{
    int zero = 0;
    printf("%d\n", sizeof(1 / zero) == sizeof(int));
    __typeof__(1 / zero) x = 3;
    printf("%d\n", _Generic(1 / zero, int: x, default: 0));
    return 0;
}
