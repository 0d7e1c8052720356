// clean
#include <stdio.h>
#include <stdlib.h>

static int leave(int x)
{
    if (x == 0)
        return 5;
    printf("leaving\n");
    exit(0);
}

int main(void)
{
    printf("%d\n", leave(0));
    printf("%d\n", leave(1));
    return 0;
}
