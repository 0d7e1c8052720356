// clean
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int a[3] = {0};
    size_t z = sizeof a;
    ptrdiff_t t = &a[2] - a;
    intmax_t j = -5;
    int64_t i = 1;
    uint8_t u = 255;
    printf("%zu %td %jd\n", z, t, j);
    printf("%" PRId64 " %" PRIu8 " %" PRIx32 "\n", i, u, (uint32_t)77);
    printf("%ld %lu %lld %llu\n", -1L, 1UL, -1LL, 1ULL);
    return 0;
}
