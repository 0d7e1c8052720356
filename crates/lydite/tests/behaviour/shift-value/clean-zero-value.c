// clean
#include <stdio.h>

int main(void)
{
    int zero = 0;
    printf("%d\n", zero << 31);
    zero <<= 31;
    printf("%d\n", zero);
    printf("%d\n", -zero << 5);
    return 0;
}
