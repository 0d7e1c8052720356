// clean
#include <stdio.h>
#include <stdlib.h>

_Noreturn static void leave(int status)
{
    printf("leaving\n");
    exit(status);
}

int main(void)
{
    leave(0);
}
