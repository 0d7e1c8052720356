// compilers: clang
#include <stdio.h>

int main(void)
{
    for (int n = 0; n < 70; n += 9) {
        printf("%x %x ", __builtin_rotateleft32(0x80000001u, n), __builtin_rotateright32(0x80000001u, n));
        printf("%x %x ", __builtin_rotateleft8(0x81, n), __builtin_rotateright8(0x81, n));
        printf("%x %x ", __builtin_rotateleft16(0x8001, n), __builtin_rotateright16(0x8001, n));
        printf("%llx %llx\n", (unsigned long long)__builtin_rotateleft64(0x8000000000000001ull, n), (unsigned long long)__builtin_rotateright64(0x8000000000000001ull, n));
    }
    printf("%x %x %x\n", __builtin_bitreverse8(1), __builtin_bitreverse16(1), __builtin_bitreverse32(0x12345678));
    printf("%llx\n", (unsigned long long)__builtin_bitreverse64(0x12345678));
    int x = 5;
    __builtin_assume(x == 5);
    printf("%d\n", x);
    return 0;
}
