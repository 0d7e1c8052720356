// has: pointer-arithmetic 9
#include <stdio.h>

int main(void)
{
    short a[2] = {1, 2};
    int i = 2;
    printf("%d\n", &a[i] == a + 2);
    short *p = &a[i + 1];
    printf("%d\n", p == a);
    return 0;
}
