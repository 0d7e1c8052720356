// clean
#include <stdio.h>

int main(void)
{
    int m[3][2] = {{0}};
    printf("%d\n", (int)(&m[2] - &m[0]));
    printf("%d\n", (int)(&m[1][2] - &m[1][0]));
    printf("%d\n", (int)(m + 3 - m));
    return 0;
}
