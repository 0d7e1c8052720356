// clean
#include <stdio.h>
#include <stdlib.h>

static int f(int x)
{
    if (x)
        return 1;
    else
        return 2;
    __builtin_unreachable();
}

int main(void)
{
    printf("%d %d\n", f(0), f(1));
    exit(0);
    __builtin_unreachable();
}
