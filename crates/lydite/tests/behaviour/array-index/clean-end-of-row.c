// clean
#include <stdio.h>

int main(void)
{
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int sum = 0;
    for (int y = 0; y < 2; y++)
        for (int *p = m[y]; p < &m[y][3]; p++)
            sum += *p;
    printf("%d\n", sum);
    printf("%d %d\n", m[0][2], m[1][2]);
    return 0;
}
