#include <stdio.h>
#include <string.h>

struct s { int a; char b[4]; };
static void show(const char *p, int n) { for (int i = 0; i < n; i++) putchar(p[i] ? p[i] : '.'); putchar('\n'); }

int main(void)
{
    char b[12] = "abcdefghijk";
    memset(b + 2, 'x', 3); show(b, 12);
    memset(b, 0x141, 1); show(b, 12);
    memcpy(b + 6, "1234", 4); show(b, 12);
    memmove(b + 1, b, 8); show(b, 12);
    memmove(b, b + 3, 8); show(b, 12);
    memset(b, 0, sizeof b); show(b, 12);
    printf("%d %d %d\n", memcmp("abc", "abc", 3), memcmp("abc", "abd", 3) < 0, memcmp("b", "a", 1) > 0);
    printf("%d %d\n", memcmp("\xff", "\x01", 1) > 0, memcmp("a", "b", 0));
    const char *text = "find the x here";
    const char *x = memchr(text, 'x', 15);
    printf("%s %d\n", x, memchr(text, 'z', 15) == NULL);
    printf("%d\n", memchr(text, 'x', 3) == NULL);
    printf("%d\n", (int)((char *)memchr(text, 0, 16) - text));
    struct s s = {5, "abc"}, t;
    printf("%d\n", memcpy(&t, &s, sizeof t) == &t);
    printf("%d %s\n", t.a, t.b);
    int a[5] = {1, 2, 3, 4, 5}, c[5];
    memcpy(c, a, sizeof a);
    memmove(c + 1, c, 4 * sizeof *c);
    printf("%d %d %d\n", c[0], c[1], c[4]);
    memset(c, -1, sizeof c);
    printf("%d %d\n", c[0], c[4]);
    printf("%d\n", memcmp(a, (int[]){1, 2, 3, 4, 5}, sizeof a));
    unsigned char bytes[8];
    unsigned long long v = 0x0102030405060708ull;
    memcpy(bytes, &v, 8);
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += bytes[i];
    printf("%d\n", sum);
    double d = 1.0;
    memcpy(&v, &d, 8);
    printf("%llx\n", v);
    int *p = a, *q;
    memcpy(&q, &p, sizeof p);
    printf("%d\n", q[2]);
    printf("%d\n", memset(b, 1, 0) == b);
    return 0;
}
