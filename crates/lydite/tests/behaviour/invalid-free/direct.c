// has: invalid-free 9
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int x = 1;
    printf("%d\n", x);
    free(&x);
    printf("after\n");
    return 0;
}
