// has: array-index 9
#include <stdio.h>

int main(void)
{
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int *p = m[0];
    printf("%d\n", p[2]);
    printf("%d\n", p[3]);
    return 0;
}
