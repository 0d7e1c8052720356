// clean
#include <stdio.h>

int main(void)
{
    char a[3] = {'x', 'y', 'z'};
    char *p = a + 3;
    while (p > a)
        putchar(*--p);
    putchar('\n');
    return 0;
}
