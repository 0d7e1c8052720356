// has: array-index 9
#include <stdio.h>

int main(void)
{
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int i = -1;
    printf("%d\n", m[1][i + 1]);
    printf("%d\n", m[1][i]);
    return 0;
}
