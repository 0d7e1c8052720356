#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct a { char c; };
struct b { char c; int i; };
struct d { char c; double d; char e; };
struct e { char c[3]; short s; };
struct f { int n; char tail[]; };
struct g { struct b b[2]; char c; };
union u { char c[9]; int i; };
struct __attribute__((packed)) p { char c; int i; short s; };
struct __attribute__((aligned(16))) al { int i; };
struct m { char c; _Alignas(8) char d; char e __attribute__((aligned(4))); };
struct in { char a; struct { char b; int c; } s; union { char d; short e; } u; };

#define SHOW(x) printf("%s %d %d\n", #x, (int)sizeof(x), (int)_Alignof(x))

int main(void)
{
    SHOW(char); SHOW(short); SHOW(int); SHOW(float); SHOW(_Bool); SHOW(int8_t); SHOW(uint16_t); SHOW(int32_t);
    printf("%d %d %d\n", (int)sizeof(long long), (int)sizeof(double), (int)sizeof(uint64_t));
    SHOW(struct a); SHOW(struct b); SHOW(struct e); SHOW(struct f); SHOW(struct g); SHOW(union u); SHOW(struct p); SHOW(struct al); SHOW(struct m); SHOW(struct in);
    printf("%d\n", sizeof(struct d) == 3 * sizeof(double) || sizeof(struct d) == 16);
    printf("%d %d %d\n", (int)offsetof(struct p, i), (int)offsetof(struct p, s), (int)offsetof(struct f, tail));
    printf("%d %d %d\n", (int)offsetof(struct m, d), (int)offsetof(struct m, e), (int)offsetof(struct e, s));
    printf("%d %d %d\n", (int)offsetof(struct in, s.c), (int)offsetof(struct in, u.e), (int)offsetof(struct g, b[1].i));
    int i = 0, a[7], m[2][3];
    char s[] = "four";
    printf("%d %d %d %d\n", (int)sizeof i, (int)sizeof a, (int)sizeof m, (int)sizeof m[0]);
    printf("%d %d\n", (int)sizeof s, (int)sizeof "string");
    printf("%d %d\n", (int)sizeof(i++), i);
    printf("%d %d %d\n", (int)sizeof 'a', (int)sizeof(char), (int)sizeof((char)1 + (char)1));
    printf("%d %d\n", (int)sizeof 1.0f, (int)sizeof 1ll);
    printf("%d\n", sizeof(int *) == sizeof(void *));
    printf("%d\n", (int)sizeof(struct { short x[3]; }));
    printf("%d %d\n", (int)(sizeof a / sizeof a[0]), (int)sizeof(a[0] + 1ll));
    printf("%d\n", (int)sizeof(int[4]));
    printf("%d\n", sizeof(sizeof 1) == sizeof(size_t));
    printf("%d\n", (int)sizeof *(struct al *)0);
    printf("%d\n", (int)sizeof(union { struct p p; char c; }));
    _Alignas(32) char room[3];
    printf("%d %d\n", (int)((uintptr_t)room % 32), (int)sizeof room);
    printf("%d\n", (int)sizeof(struct { int : 3; char c; }));
    printf("%d\n", (int)__alignof__(i));
    printf("%d\n", -1 < (int)sizeof i);
    printf("%d\n", -1 < sizeof i);
    return 0;
}
