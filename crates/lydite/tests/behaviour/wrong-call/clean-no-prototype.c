// clean
#include <stdio.h>

static int add(int x, int y)
{
    return x + y;
}

int main(void)
{
    int (*f)() = add;
    printf("%d\n", f(1, 2));
    char c = 3;
    printf("%d\n", f(c, (short)4));
    return 0;
}
