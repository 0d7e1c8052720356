// clean
#include <stdio.h>

int main(void)
{
    int n = 4;
    short a[n];
    n = 0;
    printf("%d\n", (int)(sizeof a / sizeof *a));
    n--;
    for (int i = 0; i < 4; i++)
        a[i] = (short)i;
    printf("%d %d\n", a[3], n);
    return 0;
}
