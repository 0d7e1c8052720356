// has: invalid-bool 11
#include <stdio.h>

#define NOT(b) (!(b))

int main(void)
{
    _Bool b = 0;
    printf("%d\n", NOT(b));
    *(char *)&b = 16;
    printf("%d\n", NOT(b));
    return 0;
}
