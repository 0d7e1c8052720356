// has: uninitialised 8
#include <stdio.h>

int main(void)
{
    int x;
    printf("before\n");
    printf("%d\n", x);
    return 0;
}
