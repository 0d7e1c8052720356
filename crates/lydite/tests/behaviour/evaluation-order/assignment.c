// has: evaluation-order 15
#include <stdio.h>

static int at;

static int next(void)
{
    return at++;
}

int main(void)
{
    int a[3] = {9, 9, 9};
    printf("%d\n", a[0]);
    a[next()] = next();
    printf("%d %d %d\n", a[0], a[1], a[2]);
    return 0;
}
