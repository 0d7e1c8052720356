#include <stdio.h>

static int values[] = {0, 1, -1, 2, -2, 7, -7, 100, -100, 12345, -12345, 0x7fff, 1 << 20};

int main(void)
{
    const int n = sizeof values / sizeof *values;
    for (int i = 0; i < n; i++) {
        int a = values[i];
        printf("%d: %d %d %d %d\n", a, +a, -a, ~a, !a);
        for (int j = 0; j < n; j += 2) {
            int b = values[j];
            printf(" %d %d %d %d %d", a + b, a - b, a & b, a | b, a ^ b);
            if (a < 10000 && a > -10000)
                printf(" * %d", a * b);
            if (b)
                printf(" / %d %d", a / b, a % b);
            printf(" %d%d%d%d%d%d %d%d\n", a < b, a > b, a <= b, a >= b, a == b, a != b, a && b, a || b);
        }
        for (int k = 0; k < 31; k += 6)
            printf(" >> %d", a >> k);
        putchar('\n');
    }
    for (int k = 0; k < 31; k++)
        printf("%d ", 1 << k);
    putchar('\n');
    return 0;
}
