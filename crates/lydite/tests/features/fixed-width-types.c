#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int8_t a = -128; uint8_t b = 255; int16_t c = INT16_MIN; uint16_t d = UINT16_MAX;
    int32_t e = INT32_MIN; uint32_t f = UINT32_MAX; int64_t g = INT64_MIN; uint64_t h = UINT64_MAX;
    printf("%" PRId8 " %" PRIu8 " %" PRId16 " %" PRIu16 "\n", a, b, c, d);
    printf("%" PRId32 " %" PRIu32 " %" PRIx32 " %" PRId64 " %" PRIu64 " %" PRIX64 "\n", e, f, f, g, h, h);
    a--; b++; c--; d++; f++; h++;
    printf("%d %d %d %d %u %llu\n", a, b, c, d, f, (unsigned long long)h);
    printf("%d %d %d %d\n", SCHAR_MIN, SCHAR_MAX, UCHAR_MAX, CHAR_BIT);
    printf("%d %d %d\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%d %d\n", CHAR_MAX == SCHAR_MAX || CHAR_MAX == UCHAR_MAX, sizeof(intmax_t) >= 8);
    printf("%d %d\n", sizeof(uintptr_t) == sizeof(void *), sizeof(size_t) == sizeof(ptrdiff_t));
    printf("%lld %llu\n", (long long)INT64_C(5000000000), (unsigned long long)UINT64_C(6000000000));
    uint32_t hash = 2166136261u;
    for (const char *p = "hash me"; *p; p++)
        hash = (hash ^ (uint8_t)*p) * 16777619u;
    printf("%" PRIu32 "\n", hash);
    uint64_t s = 88172645463325252ull;
    for (int i = 0; i < 5; i++) {
        s ^= s << 13; s ^= s >> 7; s ^= s << 17;
        printf("%" PRIx64 "\n", s);
    }
    uint32_t crc = ~0u;
    for (const char *p = "123456789"; *p; p++) {
        crc ^= (uint8_t)*p;
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
    }
    printf("%08" PRIx32 "\n", ~crc);
    uint16_t x = 0xffff;
    x = (uint16_t)(x * (uint32_t)x);
    printf("%u\n", x);
    uint8_t sum = 0;
    for (int i = 0; i < 100; i++)
        sum += i;
    printf("%u\n", sum);
    int_fast8_t fast = 100; int_least16_t least = -5; intptr_t ip = -1; size_t z = -1;
    printf("%d %d %d %d\n", (int)fast, (int)least, (int)ip, z == SIZE_MAX);
    return 0;
}
