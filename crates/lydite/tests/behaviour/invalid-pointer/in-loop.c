// has: invalid-pointer 11
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    static char here = 'h';
    uintptr_t addresses[2] = {(uintptr_t)&here, 16};
    for (int i = 0; i < 2; i++) {
        printf("%d\n", i);
        putchar(*(char *)addresses[i]);
        putchar('\n');
    }
    return 0;
}
