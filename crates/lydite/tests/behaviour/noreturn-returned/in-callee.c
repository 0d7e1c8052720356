// has: noreturn-returned 5
#include <stdio.h>
#include <stdlib.h>

_Noreturn static void leave(int really) { if (really) exit(3); }

static void finish(int status)
{
    printf("finishing %d\n", status);
    leave(status != 0);
}

int main(void)
{
    finish(0);
    return 0;
}
