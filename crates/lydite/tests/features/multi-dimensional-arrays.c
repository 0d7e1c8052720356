#include <stdio.h>

static int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static char names[3][8] = {"ada", "bob", "cyn"};
static double cube[2][3][4];

static int trace(int m[][4], int n)
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

static void fill(int (*row)[4], int value)
{
    for (int i = 0; i < 4; i++)
        (*row)[i] = value + i;
}

static void transpose(int to[4][3], int from[3][4])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            to[j][i] = from[i][j];
}

int main(void)
{
    printf("%d\n", trace(grid, 3));
    int t[4][3];
    transpose(t, grid);
    for (int i = 0; i < 4; i++, putchar('\n'))
        for (int j = 0; j < 3; j++)
            printf("%d ", t[i][j]);
    fill(&grid[1], 100);
    fill(grid + 2, 200);
    printf("%d %d %d\n", grid[0][3], grid[1][0], grid[2][3]);
    printf("%d %d\n", *(*(grid + 1) + 2), (*(grid + 2))[1]);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                cube[i][j][k] = i * 100 + j * 10 + k;
    double sum = 0;
    double (*plane)[3][4] = cube;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (double *p = plane[i][j]; p != plane[i][j] + 4; p++)
                sum += *p;
    printf("%g %g\n", sum, cube[1][2][3]);
    for (int i = 0; i < 3; i++)
        printf("%s ", names[i]);
    putchar('\n');
    printf("%d %d %d\n", (int)(sizeof grid / sizeof *grid), (int)(sizeof *grid / sizeof **grid), (int)(sizeof cube / sizeof(double)));
    int *rows[3] = {grid[2], grid[0], grid[1]};
    printf("%d %d %d\n", rows[0][0], rows[1][1], *rows[2]);
    int local[2][2] = {{1}, {2}};
    local[0][1] = local[1][0]++ + 5;
    printf("%d %d %d %d\n", local[0][0], local[0][1], local[1][0], local[1][1]);
    int jag[][3] = {{1}, {2, 3}, {4, 5, 6}};
    printf("%d %d\n", (int)(sizeof jag / sizeof jag[0]), jag[1][2]);
    return 0;
}
