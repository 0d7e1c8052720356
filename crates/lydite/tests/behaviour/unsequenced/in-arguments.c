// has: unsequenced 8
#include <stdio.h>

int main(void)
{
    int i = 3;
    printf("%d\n", i++);
    printf("%d %d\n", i, i++);
    return 0;
}
