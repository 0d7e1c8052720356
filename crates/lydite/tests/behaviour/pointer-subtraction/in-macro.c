// has: pointer-subtraction 10
#include <stdio.h>

#define INDEX(array, p) ((p) - (array))

int main(void)
{
    static short a[4], b[4];
    printf("%d\n", (int)INDEX(a, &a[3]));
    printf("%d\n", INDEX(a, &b[3]) == 1);
    return 0;
}
