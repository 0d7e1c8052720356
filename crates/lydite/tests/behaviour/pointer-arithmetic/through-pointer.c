// has: pointer-arithmetic 10
#include <stdio.h>

int main(void)
{
    int x = 0;
    int *p = &x;
    int **pp = &p;
    printf("before\n");
    --*pp;
    printf("%d\n", *pp == &x);
    return 0;
}
