// has: unsequenced 10
#include <stdio.h>

int main(void)
{
    int a[4] = {0, 0, 0, 0};
    int i = 0;
    printf("before\n");
    while (i < 4)
        a[i] = i++;
    printf("%d\n", a[0]);
    return 0;
}
