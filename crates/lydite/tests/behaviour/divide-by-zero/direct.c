// has: divide-by-zero 8
#include <stdio.h>

int main(void)
{
    int n = 10, d = 0;
    printf("before\n");
    printf("%d\n", n / d);
    return 0;
}
