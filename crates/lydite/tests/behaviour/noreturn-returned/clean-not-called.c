// clean
#include <stdio.h>
#include <stdlib.h>

__attribute__((noreturn)) static void die(void)
{
    exit(1);
}

int main(void)
{
    int bad = 0;
    if (bad)
        die();
    printf("fine\n");
    return 0;
}
