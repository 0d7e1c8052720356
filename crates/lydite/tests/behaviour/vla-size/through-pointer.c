// has: vla-size 13
#include <stdio.h>

int main(void)
{
    int n = 3;
    int *p = &n;
    {
        char a[*p];
        printf("%d\n", (int)sizeof a);
    }
    *p -= 4;
    char b[*p];
    printf("%d\n", (int)sizeof b > 100);
    return 0;
}
