// has: invalid-pointer 12
#include <stdio.h>

static int answer(void)
{
    return 42;
}

int main(void)
{
    printf("%d\n", answer());
    printf("%d\n", *(unsigned char *)(void *)answer);
    return 0;
}
