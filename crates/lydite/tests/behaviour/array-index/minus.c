// has: array-index 10
#include <stdio.h>

int main(void)
{
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int i = 0;
    printf("%d\n", *(m[1] - i));
    i++;
    printf("%d\n", *(m[1] - i));
    return 0;
}
