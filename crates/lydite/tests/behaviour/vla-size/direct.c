// has: vla-size 8
#include <stdio.h>

int main(void)
{
    int n = 0;
    printf("%d\n", n);
    int a[n];
    printf("%d\n", (int)sizeof a);
    return 0;
}
