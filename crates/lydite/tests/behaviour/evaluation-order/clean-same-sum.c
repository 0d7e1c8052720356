// clean
#include <stdio.h>

static int counter;

static int tick(void)
{
    return ++counter;
}

int main(void)
{
    printf("%d\n", tick() + tick());
    printf("%d\n", tick() * tick());
    printf("%d\n", (tick() ^ tick()) & 1);
    printf("%d\n", counter);
    return 0;
}
