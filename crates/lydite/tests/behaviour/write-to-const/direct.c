// has: write-to-const 8
#include <stdio.h>

int main(void)
{
    const int x = 1;
    printf("%d\n", x);
    *(int *)&x = 2;
    printf("after\n");
    return 0;
}
