// clean
#include <stdio.h>

static int total;

static void add(int x)
{
    if (x < 0)
        return;
    total += x;
}

int main(void)
{
    add(3);
    add(-3);
    printf("%d\n", total);
    return 0;
}
