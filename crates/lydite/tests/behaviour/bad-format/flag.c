// has: bad-format 7
#include <stdio.h>

int main(void)
{
    printf("%#x %#o\n", 1, 1);
    printf("%#d\n", 1);
    return 0;
}
