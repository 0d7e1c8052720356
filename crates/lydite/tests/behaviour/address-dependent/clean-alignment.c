// clean
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    long long x = 0;
    _Alignas(16) char room[32];
    printf("%d\n", (int)((uintptr_t)&x % _Alignof(long long)));
    printf("%d\n", (int)((uintptr_t)room & 15));
    printf("%d\n", (uintptr_t)&x != 0);
    return 0;
}
