// has: unsequenced 11
#include <stdio.h>

int main(void)
{
    int x = 3, y = 4;
    int *p = &x, *q = &y;
    *p = (*q)++;
    printf("%d %d\n", x, y);
    q = p;
    *p = (*q)++;
    printf("%d\n", x);
    return 0;
}
