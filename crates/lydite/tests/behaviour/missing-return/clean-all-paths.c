// clean
#include <stdio.h>

static int kind(int x)
{
    switch (x) {
    case 0:
        return 10;
    case 1:
        return 11;
    default:
        return 12;
    }
}

static int forever(int x)
{
    for (;;)
        if (++x > 9)
            return x;
}

int main(void)
{
    printf("%d %d %d\n", kind(0), kind(1), kind(2));
    printf("%d\n", forever(3));
    return 0;
}
