// has: wrong-effective-type 9
#include <stdio.h>

int main(void)
{
    int x = 7;
    short *p = (short *)&x;
    printf("%d\n", x);
    *p = 1;
    printf("%d\n", x);
    return 0;
}
