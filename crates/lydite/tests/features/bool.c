#include <stdbool.h>
#include <stdio.h>

static bool even(int x) { return !(x & 1); }
static bool nonzero(double d) { return d; }
static bool given(const void *p) { return p; }
struct flags { bool a, b; bool c : 1; unsigned d : 1; };

int main(void)
{
    bool t = true, f = false;
    printf("%d %d %d\n", t, f, (int)sizeof(bool));
    printf("%d %d %d\n", (bool)2, (bool)-1, (bool)256);
    printf("%d %d %d\n", (bool)0.1, (bool)0.0, (bool)-0.0);
    printf("%d %d\n", even(4), even(5));
    printf("%d %d\n", nonzero(1e-300), nonzero(0));
    printf("%d %d\n", given(&t), given(NULL));
    bool b = 5;
    b += 10; printf("%d ", b);
    b -= 1; printf("%d ", b);
    b = b - 1; printf("%d ", b);
    b *= 7; printf("%d ", b);
    b ^= 1; printf("%d ", b);
    b |= 4; printf("%d ", b);
    b &= 2; printf("%d\n", b);
    printf("%d %d %d\n", t + t, -t, ~t);
    printf("%d %d\n", t == 2, (int)t << 3);
    struct flags g = {2, 0, 4, 3};
    printf("%d %d %d %d\n", g.a, g.b, g.c, g.d);
    bool a[3] = {1, 0, 7};
    printf("%d\n", a[0] + a[1] + a[2]);
    int count = 0;
    for (int i = -3; i <= 3; i++)
        count += (bool)i;
    printf("%d\n", count);
    bool *p = &a[1];
    *p = 100;
    printf("%d\n", a[1]);
    printf("%d %d\n", !t, !!17);
    printf("%s\n", t && !f ? "true" : "false");
    switch (t) { case 0: puts("0"); break; case 1: puts("1"); }
    unsigned char c = (bool)0x80;
    printf("%d\n", c);
    b = 0x100; printf("%d\n", b);
    b = (unsigned char)0x100; printf("%d\n", b);
    printf("%d\n", true ? 1 : 0);
    return 0;
}
