// has: noreturn-returned 4
#include <stdio.h>

_Noreturn static void stop(void) { printf("stopping\n"); }

int main(void)
{
    printf("before\n");
    stop();
}
