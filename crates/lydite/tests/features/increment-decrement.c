#include <stdio.h>

int main(void)
{
    int i = 5;
    printf("%d ", i++); printf("%d ", i); printf("%d ", ++i); printf("%d ", i--); printf("%d ", --i); printf("%d\n", i);
    unsigned char c = 255; c++; printf("%d ", c); c--; printf("%d ", c); int r = c++; printf("%d %d\n", r, c);
    signed char sc = 127; sc++; printf("%d ", sc); --sc; printf("%d\n", sc);
    unsigned u = 0; u--; printf("%u ", u); u++; printf("%u\n", u);
    double d = 0.5; d++; printf("%g ", d); printf("%g ", d--); printf("%g\n", --d);
    float f = 16777216.0f; f++; printf("%.1f ", f); f--; printf("%.1f\n", f);
    int v[4] = {10, 20, 30, 40}, *p = v;
    printf("%d ", *p++); printf("%d ", *p); printf("%d ", *++p); printf("%d ", ++*p); printf("%d ", (*p)++); printf("%d ", *p--); printf("%d\n", *p);
    struct { int n; unsigned b : 3; signed s : 3; } s = {1, 7, 3};
    s.n++; s.b++; s.s++; printf("%d %d %d\n", s.n, s.b, s.s);
    s.b--; s.s--; printf("%d %d\n", s.b, s.s);
    long long ll = 0xffffffffLL; ll++; printf("%lld\n", ll);
    _Bool b = 0; printf("%d ", b++); printf("%d ", b); printf("%d ", b++); printf("%d ", --b); printf("%d\n", --b);
    int n = 0;
    while (n++ < 3) printf("%d ", n);
    printf("%d\n", n);
    while (--n) printf("%d ", n);
    printf("%d\n", n);
    int a[3] = {0}, k = 0;
    a[k++] = 1; a[k++] = 2; a[k] = 3; printf("%d %d %d %d\n", a[0], a[1], a[2], k);
    char text[] = "hello", *q = text;
    while (*q) (*q++)++;
    printf("%s\n", text);
    return 0;
}
