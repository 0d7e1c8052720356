// clean
#include <stdio.h>

int main(void)
{
    int n = 3;
    typedef int row[n];
    n = 100;
    row r;
    for (int i = 0; i < 3; i++)
        r[i] = i;
    printf("%d %d\n", sizeof(row) == 3 * sizeof(int), r[2]);
    return 0;
}
