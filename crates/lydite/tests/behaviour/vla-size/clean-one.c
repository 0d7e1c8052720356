// clean
#include <stdio.h>

int main(void)
{
    int n = 1;
    int a[n];
    a[0] = 3;
    printf("%d %d\n", a[0], sizeof a == sizeof(int));
    char m[n][n + 1];
    m[0][1] = 4;
    printf("%d %d\n", m[0][1], (int)sizeof m);
    return 0;
}
