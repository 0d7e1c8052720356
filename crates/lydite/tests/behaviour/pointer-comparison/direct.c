// has: pointer-comparison 8
#include <stdio.h>

int main(void)
{
    int a = 1, b = 2;
    printf("%d\n", &a == &b);
    printf("%d\n", (&a < &b) == 2);
    return 0;
}
