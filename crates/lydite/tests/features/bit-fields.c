#include <stdio.h>

struct a { unsigned x : 3; unsigned y : 5; unsigned z : 8; };
struct b { signed s3 : 3; signed s7 : 7; unsigned u1 : 1; unsigned : 5; unsigned u16 : 16; };
struct c { unsigned char a : 4, b : 4; unsigned short h : 9; unsigned long long w : 40; };
struct d { int plain; unsigned f : 1; unsigned : 0; unsigned g : 1; char tail; };

int main(void)
{
    struct a a = {7, 31, 255};
    printf("%u %u %u\n", a.x, a.y, a.z);
    a.x = 9; a.y = 33; a.z = 256;
    printf("%u %u %u\n", a.x, a.y, a.z);
    a.x += 7; a.y -= 2; a.z--;
    printf("%u %u %u\n", a.x, a.y, a.z);
    struct b b = {-4, -64, 1, 65535};
    printf("%d %d %u %u\n", b.s3, b.s7, b.u1, b.u16);
    b.s3 = 5; b.s7 = 100; b.u1 = 2;
    printf("%d %d %u\n", b.s3, b.s7, b.u1);
    b.s3++; b.s7--; b.u16 <<= 4;
    printf("%d %d %u\n", b.s3, b.s7, b.u16);
    struct c c = {.b = 10, .w = 0xabcdef0123ull, .h = 511};
    printf("%d %d %d %llx\n", c.a, c.b, c.h, (unsigned long long)c.w);
    c.w += 0xffffffffffull;
    printf("%llx\n", (unsigned long long)c.w);
    struct d d = {1, 1, 1, 'z'};
    printf("%d %d %d %c\n", d.plain, d.f, d.g, d.tail);
    printf("%d %d %d\n", (int)sizeof(struct a), (int)sizeof(struct b), (int)sizeof(struct d));
    printf("%d\n", (a.x = 12) + 0);
    int r = a.x = 15;
    printf("%d\n", r);
    struct a copy = a, *p = &copy;
    p->y = ~0u;
    printf("%u %u\n", copy.y, a.y);
    printf("%d\n", p->y - 32 < 0);
    union { struct a bits; unsigned whole; } u = {.whole = 0};
    u.bits.x = 5; u.bits.z = 0x80;
    printf("%u %u %u\n", u.bits.x, u.bits.y, u.bits.z);
    struct { _Bool f : 1; signed g : 1; unsigned h : 1; } one = {5, 1, 3};
    printf("%d %d %d\n", one.f, one.g, one.h);
    struct a all[3] = {{1, 2, 3}, {4, 5, 6}, {.z = 9}};
    for (int i = 0; i < 3; i++)
        printf("%u %u %u\n", all[i].x, all[i].y, all[i].z);
    return 0;
}
