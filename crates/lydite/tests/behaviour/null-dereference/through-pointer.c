// has: null-dereference 12
#include <stdio.h>

int main(void)
{
    int x = 1;
    int *p = &x;
    int **pp = &p;
    **pp = 2;
    printf("%d\n", x);
    *pp = 0;
    **pp = 3;
    printf("%d\n", x);
    return 0;
}
