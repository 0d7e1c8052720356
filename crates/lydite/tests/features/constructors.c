#include <stdio.h>

static int v = 3;

__attribute__((constructor)) static void before(void)
{
    v = 9;
}

__attribute__((destructor)) static void after(void)
{
    printf("after %d\n", v);
}

int main(void)
{
    printf("%d\n", v);
    v = 10;
    return 0;
}
