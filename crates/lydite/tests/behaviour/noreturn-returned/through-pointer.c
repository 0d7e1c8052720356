// has: noreturn-returned 6
#include <stdio.h>

static int count;

_Noreturn static void stop(void) { count++; }

int main(void)
{
    void (*f)(void) = stop;
    printf("before\n");
    f();
    printf("after\n");
    return 0;
}
