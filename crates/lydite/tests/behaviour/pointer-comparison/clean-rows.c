// clean
#include <stdio.h>

int main(void)
{
    int m[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    printf("%d\n", &m[0] < &m[2]);
    printf("%d\n", &m[1][0] < &m[1][2]);
    int sum = 0;
    for (int (*row)[2] = m; row < m + 3; row++)
        sum += (*row)[0];
    printf("%d\n", sum);
    return 0;
}
