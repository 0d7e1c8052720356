#include <stdio.h>
#include <string.h>

union number { int i; unsigned u; float f; unsigned char b[4]; };
union wide { long long ll; double d; struct { unsigned lo, hi; } h; };

struct value { enum { INT, DOUBLE, TEXT } kind; union { int i; double d; const char *s; } as; };

static void show(struct value v)
{
    switch (v.kind) {
    case INT: printf("int %d\n", v.as.i); break;
    case DOUBLE: printf("double %g\n", v.as.d); break;
    case TEXT: printf("text %s\n", v.as.s); break;
    }
}

static union number flip(union number n)
{
    n.u ^= 0x80000000u;
    return n;
}

int main(void)
{
    union number n = {5};
    printf("%d %u\n", n.i, n.u);
    n.f = 1.5f;
    printf("%x\n", n.u);
    n = flip(n);
    printf("%g\n", n.f);
    n.u = 0x01020304;
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += n.b[i];
    printf("%d\n", sum);
    union wide w = {.d = 1.0};
    printf("%llx\n", w.ll);
    w.h.lo = 0;
    w.h.hi = 0;
    printf("%g %lld\n", w.d, w.ll);
    struct value values[] = {{INT, {.i = 3}}, {DOUBLE, {.d = 2.5}}, {TEXT, {.s = "hi"}}};
    for (int i = 0; i < 3; i++)
        show(values[i]);
    values[0] = values[2];
    show(values[0]);
    union number arr[3] = {{1}, {.f = 2.0f}, {.b = {1, 1, 1, 1}}};
    printf("%d %g %x\n", arr[0].i, arr[1].f, arr[2].u);
    union number *p = &arr[1];
    p->i = -1;
    printf("%u\n", p->u);
    printf("%d %d %d\n", (int)sizeof(union number), (int)sizeof(union wide), (int)_Alignof(union number));
    union { char c[5]; int i; } odd;
    printf("%d\n", (int)sizeof odd);
    memset(&odd, 0, sizeof odd);
    printf("%d\n", odd.i);
    union number zero = {0}, other = zero;
    printf("%g\n", other.f);
    return 0;
}
