// has: pointer-arithmetic 11
#include <stdio.h>

int main(void)
{
    char a[3] = {'x', 'y', 'z'};
    char *p = a + 2;
    for (int i = 0; i < 3; i++) {
        putchar(*p);
        putchar('\n');
        p--;
    }
    return 0;
}
