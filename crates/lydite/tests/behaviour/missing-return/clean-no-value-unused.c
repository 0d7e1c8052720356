// clean
// compilers: gcc
#include <stdio.h>

static int report(int x)
{
    printf("%d\n", x);
    if (x < 2)
        return;
    return x;
}

int main(void)
{
    report(1);
    (void)report(0);
    printf("%d\n", report(2));
    return 0;
}
