#include <limits.h>
#include <stdio.h>

#define TRY(T, fmt, op, a, b) do { T r; int o = __builtin_##op##_overflow((a), (b), &r); printf(#op " " fmt " %d\n", r, o); } while (0)

int main(void)
{
    TRY(int, "%d", add, INT_MAX, 1); TRY(int, "%d", add, INT_MAX - 1, 1); TRY(int, "%d", sub, INT_MIN, 1); TRY(int, "%d", mul, 65536, 65536); TRY(int, "%d", mul, -65536, 32768);
    TRY(unsigned, "%u", add, UINT_MAX, 1u); TRY(unsigned, "%u", sub, 0u, 1u); TRY(unsigned, "%u", mul, 65536u, 65536u); TRY(unsigned, "%u", add, -1, 5);
    TRY(signed char, "%d", add, 100, 27); TRY(signed char, "%d", add, 100, 28); TRY(unsigned char, "%d", sub, 3, 4); TRY(unsigned char, "%d", mul, 16, 16);
    TRY(short, "%d", mul, 200, 200); TRY(unsigned short, "%d", mul, 200, 200);
    TRY(long long, "%lld", add, LLONG_MAX, 1); TRY(long long, "%lld", mul, LLONG_MAX, 2); TRY(long long, "%lld", sub, LLONG_MIN, -1LL);
    TRY(unsigned long long, "%llu", mul, ULLONG_MAX, 2); TRY(unsigned long long, "%llu", add, ULLONG_MAX, 0u); TRY(unsigned long long, "%llu", sub, 5, 6);
    TRY(int, "%d", add, 4000000000u, -4000000000LL); TRY(int, "%d", sub, 4000000000u, 3999999999u); TRY(unsigned, "%u", mul, -1, -5);
    TRY(long long, "%lld", mul, 4000000000u, 4000000000u); TRY(int, "%d", mul, 0, LLONG_MIN); TRY(unsigned long long, "%llu", add, -1LL, 1ULL);
    int r;
    printf("%d\n", __builtin_sadd_overflow(INT_MAX, 1, &r)); printf("%d\n", r);
    printf("%d\n", __builtin_ssub_overflow(5, 7, &r)); printf("%d\n", r);
    printf("%d\n", __builtin_smul_overflow(1 << 20, 1 << 11, &r)); printf("%d\n", r);
    unsigned u;
    printf("%d\n", __builtin_uadd_overflow(UINT_MAX, 2u, &u)); printf("%u\n", u);
    printf("%d\n", __builtin_umul_overflow(3u, 4u, &u)); printf("%u\n", u);
    unsigned long long ull;
    printf("%d\n", __builtin_usubll_overflow(1ull, 2ull, &ull)); printf("%llu\n", ull);
    long long ll;
    printf("%d\n", __builtin_smulll_overflow(1ll << 40, 1ll << 22, &ll)); printf("%lld\n", ll);
    if (__builtin_add_overflow(INT_MAX, INT_MAX, &r))
        puts("overflowed");
    int sum = 0, steps = 0;
    while (!__builtin_add_overflow(sum, 100000000, &sum))
        steps++;
    printf("%d %d\n", steps, sum);
    return 0;
}
