// has: noreturn-returned 4
#include <stdio.h>

_Noreturn static void spin(int n) { while (n > 0) printf("%d\n", n--); }

int main(void)
{
    spin(3);
}
