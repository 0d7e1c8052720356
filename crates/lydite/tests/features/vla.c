#include <stdio.h>

static int sum(int n, int a[n])
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += a[i];
    return t;
}

static int fill(int n)
{
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    return sum(n, a) + (int)(sizeof a / sizeof *a);
}

static int matrix(int rows, int cols)
{
    int m[rows][cols];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            m[i][j] = i * 10 + j;
    int (*last)[cols] = &m[rows - 1];
    return (*last)[cols - 1] + (int)(sizeof m / sizeof m[0]) * 1000 + (int)(sizeof *last / sizeof(int)) * 100000;
}

static int trace(int n, int m[n][n])
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

static void star(int n, int m[*][n]);
static void star(int n, int m[][n]) { m[0][n - 1] = n; }

static int recurse(int n)
{
    char room[n];
    room[0] = (char)n;
    int below = n > 1 ? recurse(n - 1) : 0;
    return below + room[0] + (int)sizeof room;
}

int main(void)
{
    for (int n = 1; n < 6; n++)
        printf("%d ", fill(n));
    putchar('\n');
    printf("%d %d\n", matrix(2, 3), matrix(4, 5));
    int n = 3;
    int sq[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sq[i][j] = i == j ? i + 1 : 0;
    printf("%d\n", trace(n, sq));
    star(n, sq);
    printf("%d\n", sq[0][2]);
    typedef short row[n + 1];
    n = 50;
    row r;
    r[3] = 0;
    printf("%d %d\n", (int)(sizeof r / sizeof(short)), (int)(sizeof(row) / sizeof(short)));
    int k = 2;
    int size = (int)sizeof(char[k++]);
    printf("%d %d\n", size, k);
    for (int i = 1; i <= 3; i++) {
        long a[i][2];
        a[i - 1][1] = i;
        printf("%d:%ld ", (int)(sizeof a / sizeof(long)), a[i - 1][1]);
    }
    putchar('\n');
    printf("%d\n", recurse(6));
    int big[2][n];
    int (*p)[n] = big;
    printf("%d\n", (int)(sizeof *p / sizeof(int)));
    return 0;
}
