// clean
#include <stdio.h>

static int last;

static int set(int x)
{
    last = x;
    return x;
}

int main(void)
{
    int sum = set(1) + set(2);
    last = 0;
    printf("%d %d\n", sum, last);
    return 0;
}
