// has: missing-return 15
#include <stdio.h>

#define TWICE(x) ((x) + (x))

static int positive(int x)
{
    if (x > 0)
        return x;
}

int main(void)
{
    printf("%d\n", TWICE(positive(2)));
    printf("%d\n", TWICE(positive(-2)));
    return 0;
}
