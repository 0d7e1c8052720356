// has: unsequenced 10
#include <stdio.h>

#define SQUARE(x) ((x) * (x))

int main(void)
{
    int i = 3;
    printf("%d\n", SQUARE(i));
    printf("%d\n", SQUARE(i++));
    return 0;
}
