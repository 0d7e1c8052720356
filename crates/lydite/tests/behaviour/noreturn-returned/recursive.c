// has: noreturn-returned 4
#include <stdio.h>

_Noreturn static void down(int n) { if (n > 0) down(n - 1); }

int main(void)
{
    printf("before\n");
    down(4);
}
