#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static unsigned v32[] = {1, 2, 3, 0x80, 0xff00, 0x12345678, 0x80000000, 0xffffffff};
static unsigned long long v64[] = {1, 0x100000000ull, 0x123456789abcdef0ull, 1ull << 63, ~0ull};

int main(void)
{
    for (int i = 0; i < 8; i++) {
        unsigned x = v32[i];
        printf("%d %d %d %d %d %d ", __builtin_clz(x), __builtin_ctz(x), __builtin_popcount(x), __builtin_parity(x), __builtin_ffs(x), __builtin_clrsb((int)x));
        printf("%x %x\n", __builtin_bswap32(x), __builtin_bswap16((uint16_t)x));
    }
    for (int i = 0; i < 5; i++) {
        unsigned long long x = v64[i];
        printf("%d %d %d %d %d %d ", __builtin_clzll(x), __builtin_ctzll(x), __builtin_popcountll(x), __builtin_parityll(x), __builtin_ffsll(x), __builtin_clrsbll((long long)x));
        printf("%llx\n", (unsigned long long)__builtin_bswap64(x));
    }
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_popcount(0), __builtin_parityll(0));
    printf("%d %d %d\n", __builtin_popcountl(255ul), __builtin_ctzl(8ul), __builtin_parityl(7ul));
    printf("%d\n", (int)(sizeof(long) * CHAR_BIT) - __builtin_clzl(1ul));
    printf("%d %d\n", __builtin_ffsl(16l), __builtin_clrsb(-1));
    unsigned x = 0x80000001u;
    printf("%x %x\n", x << 4 | x >> 28, x >> 4 | x << 28);
    for (unsigned n = 0; n < 40; n += 7)
        printf("%x ", x << (n & 31) | x >> (-n & 31));
    putchar('\n');
    unsigned char c = 0x81;
    printf("%x\n", (unsigned char)(c << 3 | c >> 5));
    static const int folded[] = {__builtin_popcount(0xff), __builtin_clz(1), __builtin_ctz(8), __builtin_bswap32(1) == 0x01000000};
    printf("%d %d %d %d\n", folded[0], folded[1], folded[2], folded[3]);
    enum { LOG = 31 - __builtin_clz(1000) };
    printf("%d\n", LOG);
    return 0;
}
