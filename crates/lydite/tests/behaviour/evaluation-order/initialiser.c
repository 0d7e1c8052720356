// has: evaluation-order 14
#include <stdio.h>

static int at;

static int next(void)
{
    return at++;
}

int main(void)
{
    printf("%d\n", at);
    int a[2] = {next(), next()};
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
