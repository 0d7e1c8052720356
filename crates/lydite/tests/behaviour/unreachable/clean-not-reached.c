// clean
#include <stdio.h>

static int pick(int x)
{
    switch (x & 1) {
    case 0:
        return 10;
    case 1:
        return 20;
    default:
        __builtin_unreachable();
    }
}

int main(void)
{
    printf("%d %d\n", pick(6), pick(7));
    return 0;
}
