// has: array-index 12
#include <stdio.h>

int main(void)
{
    int m[3][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}};
    int (*row)[4] = m;
    int i = 3;
    printf("%d\n", (*row)[i]);
    row++;
    i++;
    printf("%d\n", (*row)[i]);
    return 0;
}
