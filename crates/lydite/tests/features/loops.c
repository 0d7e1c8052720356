#include <stdio.h>

int main(void)
{
    for (int i = 0, j = 10; i < j; i += 3, j--)
        printf("%d,%d ", i, j);
    putchar('\n');
    int n = 5;
    while (n)
        printf("%d ", n--);
    putchar('\n');
    do
        printf("%d ", n++);
    while (n < 3);
    putchar('\n');
    do { puts("once"); } while (0);
    for (;;) {
        if (++n > 6)
            break;
        if (n & 1)
            continue;
        printf("%d ", n);
    }
    putchar('\n');
    int i;
    for (i = 0; i < 10; i++)
        if (i * i > 30)
            break;
    printf("%d\n", i);
    for (i = 3; i--;)
        printf("%d ", i);
    printf("%d\n", i);
    for (unsigned u = 5; u-- > 0;)
        printf("%u ", u);
    putchar('\n');
    for (double d = 0; d < 1; d += 0.25)
        printf("%g ", d);
    putchar('\n');
    for (const char *p = "walk"; *p; p++)
        putchar(*p - 32);
    putchar('\n');
    int count = 0;
    for (int a = 1; a < 20; a++)
        for (int b = a; b < 20; b++)
            for (int c = b; c < 20; c++) {
                if (a * a + b * b != c * c)
                    continue;
                count++;
                break;
            }
    printf("%d\n", count);
    while (1) {
        do {
            if (count > 2)
                break;
            count = 100;
        } while (1);
        if (--count < 3)
            break;
    }
    printf("%d\n", count);
    for (int k = 0; k < 2; k++) {
        int k = 7;
        printf("%d ", k++);
    }
    putchar('\n');
    int d = 0;
    do {
        d++;
        if (d == 2)
            continue;
        printf("%d ", d);
    } while (d < 4);
    putchar('\n');
    if (d == 4) if (d == 5) puts("no"); else puts("dangling else");
    for (signed char c = 120; c > 0; c++)
        d++;
    printf("%d\n", d);
    for (int x = 1; x < 1000; x <<= 1)
        printf("%d ", x);
    putchar('\n');
    return 0;
}
