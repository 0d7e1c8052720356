// has: shift-value 11
#include <stdio.h>

#define FIXED(x) ((x) << 8)

int main(void)
{
    int a = 5;
    printf("%d\n", FIXED(a));
    a -= 6;
    printf("%d\n", FIXED(a));
    return 0;
}
