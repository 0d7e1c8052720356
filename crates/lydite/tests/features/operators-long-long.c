#include <limits.h>
#include <stdio.h>

static long long s[] = {0, 1, -1, 3, -3, 1000003, -1000003, 1LL << 31, -(1LL << 31), 1LL << 40};
static unsigned long long u[] = {0, 1, 3, 0xffffffffull, 1ull << 32, 0x123456789abcdefull, ULLONG_MAX, 1ull << 63};

int main(void)
{
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++) {
            long long a = s[i], b = s[j];
            printf("%lld %lld %lld %lld %lld", a + b, a - b, a & b, a | b, a ^ b);
            if (a < (1LL << 30) && b < (1LL << 30))
                printf(" * %lld", (a % 100000) * (b % 100000));
            if (b)
                printf(" / %lld %lld", a / b, a % b);
            printf(" %d%d%d %lld %lld %lld\n", a < b, a == b, a >= b, a >> 7, -a, ~a);
        }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            unsigned long long a = u[i], b = u[j];
            printf("%llu %llu %llx %llx %llx %llx", a + b, a - b, a * b, a & b, a | b, a ^ b);
            if (b)
                printf(" / %llu %llu", a / b, a % b);
            printf(" %d%d%d %llx %llx %llx\n", a < b, a == b, a >= b, a >> 33, a << 33, -a);
        }
    printf("%lld %lld\n", LLONG_MAX, LLONG_MIN);
    return 0;
}
