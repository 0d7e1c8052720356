// has: address-dependent 8
#include <stdio.h>

int main(void)
{
    int x = 1;
    printf("%d\n", x);
    printf("%p\n", (void *)&x);
    return 0;
}
