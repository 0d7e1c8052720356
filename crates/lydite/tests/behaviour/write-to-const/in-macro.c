// has: write-to-const 12
#include <stdio.h>

#define FORCE(type, x, value) (*(type *)&(x) = (value))

int main(void)
{
    int a = 1;
    const int b = 2;
    FORCE(int, a, 3);
    printf("%d\n", a);
    FORCE(int, b, 4);
    printf("after\n");
    return 0;
}
