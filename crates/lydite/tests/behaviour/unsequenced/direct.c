// has: unsequenced 8
#include <stdio.h>

int main(void)
{
    int i = 1;
    printf("before\n");
    i = i++ + 1;
    printf("%d\n", i);
    return 0;
}
