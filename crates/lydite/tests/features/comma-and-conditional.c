#include <stdio.h>

static int log_call(int x) { printf("<%d>", x); return x; }

int main(void)
{
    int a = (1, 2, 3);
    printf("%d\n", a);
    int b = (a++, a *= 2, a + 1);
    printf("%d %d\n", a, b);
    printf("%d\n", (log_call(1), log_call(2)) + 10);
    printf("%d\n", log_call(0) ? log_call(5) : log_call(6));
    printf("%d\n", a > 5 ? a > 7 ? 1 : 2 : 3);
    printf("%d\n", 0 ? 1 : 0 ? 2 : 3);
    printf("%d\n", a ?: 99);
    printf("%d\n", 0 ?: 99);
    printf("%d\n", log_call(4) ?: log_call(5));
    printf("%d %d\n", log_call(0) && log_call(1), 0);
    printf("%d\n", log_call(1) && log_call(2));
    printf("%d\n", log_call(0) || log_call(3));
    printf("%d\n", log_call(2) || log_call(3));
    printf("%d %d %d\n", !0, !5, !!5);
    printf("%d\n", 1 || 0 && 0);
    printf("%d %d\n", 1 < 2 == 1, 3 > 2 > 1);
    printf("%d %d\n", 6 & 3 == 3, (6 & 3) == 2);
    printf("%d %d\n", 1 + 2 << 1, 1 + (2 << 1));
    printf("%d %d\n", -3 / 2 * 2, 10 - 4 - 3);
    printf("%d\n", 2 ^ 3 | 4 & 5);
    printf("%d %d\n", ~1 + 1, - -5);
    printf("%g\n", a ? 1 : 2.5);
    printf("%d\n", (a ? -1 : 1u) > 0);
    int x = 1, y = 2;
    *(x > y ? &x : &y) = 50;
    printf("%d %d\n", x, y);
    (x > 100 ? (void)puts("big") : (void)puts("small"));
    const char *s = x == 1 ? "one" : NULL;
    puts(s);
    void *v = x ? (void *)&x : 0;
    printf("%d\n", *(int *)v);
    for (int i = 0, j = 5; i < j; i++, j--)
        printf("%d%d ", i, j);
    putchar('\n');
    int c = 5, d;
    d = c == 5 ? c = 7, c + 1 : 0;
    printf("%d %d\n", c, d);
    if (x = 0) puts("no"); else puts("assigned zero");
    printf("%d\n", sizeof(0, (char)1) >= 1);
    return 0;
}
