// clean
#include <stdio.h>

int main(void)
{
    _Bool b = 1;
    b++;
    printf("%d\n", b);
    b += 5;
    printf("%d\n", b);
    b |= 6;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    printf("%d %d\n", ~b, -b);
    return 0;
}
