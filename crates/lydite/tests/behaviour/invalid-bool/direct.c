// has: invalid-bool 9
#include <stdio.h>

int main(void)
{
    _Bool b = 1;
    printf("%d\n", b);
    *(unsigned char *)&b = 2;
    printf("%d\n", b);
    return 0;
}
