// clean
#include <stdio.h>

static int *counter(void)
{
    static int n = 10;
    n++;
    return &n;
}

int main(void)
{
    int *p = counter();
    printf("%d\n", *p);
    counter();
    printf("%d\n", *p);
    return 0;
}
