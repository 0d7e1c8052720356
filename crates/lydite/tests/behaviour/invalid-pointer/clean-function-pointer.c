// clean
#include <stdio.h>

typedef void (*any)(void);

static int twice(int x)
{
    return 2 * x;
}

int main(void)
{
    any f = (any)twice;
    int (*back)(int) = (int (*)(int))f;
    printf("%d\n", back(4));
    printf("%d\n", back == twice);
    return 0;
}
