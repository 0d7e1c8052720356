#include <stdio.h>

static unsigned values[] = {0, 1, 2, 7, 100, 65535, 65536, 0x7fffffff, 0x80000000, 0xdeadbeef, 0xffffffff};

int main(void)
{
    const int n = sizeof values / sizeof *values;
    for (int i = 0; i < n; i++) {
        unsigned a = values[i];
        printf("%u: %u %u %u %d\n", a, +a, -a, ~a, !a);
        for (int j = 0; j < n; j++) {
            unsigned b = values[j];
            printf(" %u %u %u %u %u %u", a + b, a - b, a * b, a & b, a | b, a ^ b);
            if (b)
                printf(" / %u %u", a / b, a % b);
            printf(" %d%d%d%d%d%d\n", a < b, a > b, a <= b, a >= b, a == b, a != b);
        }
        for (unsigned k = 0; k < 32; k += 5)
            printf(" %x %x", a << k, a >> k);
        putchar('\n');
    }
    return 0;
}
