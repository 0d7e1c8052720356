// clean
#include <stdio.h>

int main(void)
{
    int m[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    int (*row)[2] = &m[1];
    printf("%d %d\n", row[1][0], row[-1][1]);
    printf("%d\n", (*(row + 1))[1]);
    int (*end)[2] = m + 3;
    printf("%d\n", end[-1][1]);
    return 0;
}
