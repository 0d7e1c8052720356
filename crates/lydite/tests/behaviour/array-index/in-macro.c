// has: array-index 14
#include <stdio.h>

#define CELL(m, x, y) ((m)[y][x])

static int grid[4][5];

int main(void)
{
    int x = 4, y = 1;
    CELL(grid, x, y) = 9;
    printf("%d\n", CELL(grid, x, y));
    x += 3;
    CELL(grid, x, y) = 9;
    printf("%d\n", grid[2][2]);
    return 0;
}
