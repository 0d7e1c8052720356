// has: bad-format 7
#include <stdio.h>

int main(void)
{
    printf("100%%\n");
    printf("100%y\n", 1);
    return 0;
}
