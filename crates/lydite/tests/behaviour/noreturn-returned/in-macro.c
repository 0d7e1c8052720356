// has: noreturn-returned 7
#include <stdio.h>
#include <stdlib.h>

#define DIES __attribute__((noreturn)) static void

DIES die(int code) { if (code > 0) exit(code); }

int main(void)
{
    printf("before\n");
    die(0);
}
