// has: unreachable 7
#include <stdio.h>

int main(void)
{
    printf("before\n");
    __builtin_unreachable();
    return 0;
}
