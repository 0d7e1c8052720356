// has: unreachable 12
#include <stdio.h>

static int pick(const int *p)
{
    switch (*p) {
    case 0:
        return 10;
    case 1:
        return 20;
    }
    __builtin_unreachable();
}

int main(void)
{
    int x = 1;
    printf("%d\n", pick(&x));
    x++;
    printf("%d\n", pick(&x));
    return 0;
}
