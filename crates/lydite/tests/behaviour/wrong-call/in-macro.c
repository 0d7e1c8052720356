// has: wrong-call 19
#include <stdio.h>

#define CALL(f) (((int (*)(void))(f))())

static int one(void)
{
    return 1;
}

static unsigned long two(void)
{
    return 2;
}

int main(void)
{
    printf("%d\n", CALL(one));
    printf("%d\n", CALL(two));
    return 0;
}
