// clean
#include <stdio.h>

int main(void)
{
    _Bool b = 2;
    printf("%d\n", b);
    b = 0.25;
    printf("%d\n", b);
    b = 0x100;
    printf("%d\n", b);
    int x;
    b = &x;
    printf("%d\n", b);
    b = (char *)0;
    printf("%d\n", b);
    printf("%d %d\n", (_Bool)-1, (_Bool)0.0);
    return 0;
}
