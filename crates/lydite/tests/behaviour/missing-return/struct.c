// has: missing-return 17
#include <stdio.h>

struct pair {
    int a, b;
};

static struct pair pair(int x)
{
    if (x)
        return (struct pair){x, -x};
}

int main(void)
{
    printf("%d\n", pair(3).b);
    printf("%d\n", pair(0).b);
    return 0;
}
