// has: array-index 9
#include <stdio.h>

int main(void)
{
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int column = 3;
    printf("%d\n", m[0][column - 1]);
    printf("%d\n", m[0][column]);
    return 0;
}
