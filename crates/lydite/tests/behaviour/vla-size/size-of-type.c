// has: vla-size 9
#include <stdio.h>

int main(void)
{
    int n = 2;
    printf("%d\n", (int)(sizeof(char[n])));
    n = -n;
    printf("%d\n", sizeof(char[n]) == 2);
    return 0;
}
