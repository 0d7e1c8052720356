#include <stddef.h>
#include <stdio.h>

struct vec {
    union {
        struct { int x, y, z; };
        int v[3];
    };
    int w;
};

struct deep {
    int a;
    struct { int b; union { int c; unsigned d; struct { int e; }; }; };
    struct { int f; } named;
};

int main(void)
{
    struct vec v = {{{1, 2, 3}}, 4};
    printf("%d %d %d %d\n", v.x, v.y, v.z, v.w);
    v.v[1] = 20;
    printf("%d\n", v.y);
    v.z = 30;
    printf("%d\n", v.v[2]);
    struct vec d = {.x = 5, .z = 7, .w = 8};
    printf("%d %d %d %d\n", d.v[0], d.y, d.v[2], d.w);
    struct vec e = {.v = {9, 8, 7}, .w = 6};
    printf("%d %d %d %d\n", e.x, e.y, e.z, e.w);
    struct deep p = {1, {2, {3}}, {4}};
    printf("%d %d %d %u %d %d\n", p.a, p.b, p.c, p.d, p.e, p.named.f);
    p.e = -1;
    printf("%u %d\n", p.d, p.c);
    struct deep q = {.d = 5u, .b = 6, .named.f = 7};
    printf("%d %d %d %d\n", q.a, q.b, q.e, q.named.f);
    struct deep *ptr = &q;
    ptr->c += 10;
    printf("%u\n", ptr->d);
    printf("%d %d\n", offsetof(struct deep, e) == offsetof(struct deep, c), (int)(offsetof(struct vec, z) / sizeof(int)));
    int *y = &v.y;
    *y = 77;
    printf("%d\n", v.v[1]);
    struct { struct { struct { int k; }; }; } nest = {{{3}}};
    printf("%d\n", nest.k);
    union { struct { char lo, hi; }; char c[2]; } u = {.c = {1, 2}};
    printf("%d %d\n", u.lo, u.hi);
    return 0;
}
