#include <stddef.h>
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct p1 { char a; int b; char c; long long d; };
#pragma pack(2)
struct p2 { char a; int b; char c; };
#pragma pack(pop)
struct n { char a; int b; char c; };
struct __attribute__((packed)) in { short s; struct n n; int b : 5; int c : 11; };
struct out { char c; struct in in; } __attribute__((aligned(8)));

int main(void)
{
    printf("%d %d %d %d %d\n", (int)sizeof(struct p1), (int)sizeof(struct p2), (int)sizeof(struct n), (int)sizeof(struct in), (int)sizeof(struct out));
    printf("%d %d %d\n", (int)offsetof(struct p1, b), (int)offsetof(struct p1, d), (int)offsetof(struct p2, b));
    printf("%d %d\n", (int)offsetof(struct in, n), (int)offsetof(struct out, in));
    struct p1 a[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    a[1].d += a[0].b;
    a[0].b = -a[1].b;
    printf("%lld %d %d\n", a[1].d, a[0].b, a[0].c);
    struct p1 *p = &a[1];
    p->b *= 10;
    p->d = 1ll << 50;
    printf("%d %lld\n", a[1].b, p->d);
    struct in in = {1, {2, 3, 4}, -5, 1000};
    in.c -= 1;
    printf("%d %d %d %d\n", in.s, in.n.b, in.b, in.c);
    struct out o = {'o', in}, copy = o;
    copy.in.s = 77;
    printf("%d %d %d\n", o.in.s, copy.in.s, copy.in.n.a);
    unsigned char bytes[sizeof(struct p1)];
    memcpy(bytes, &a[0], sizeof bytes);
    printf("%d %d\n", bytes[0], bytes[5]);
    struct p1 back;
    memcpy(&back, bytes, sizeof back);
    printf("%d %lld\n", back.b, back.d);
    return 0;
}
