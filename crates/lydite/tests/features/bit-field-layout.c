#include <stdio.h>
#include <string.h>

#define BYTES(T, ...) \
    do { \
        T v; \
        memset(&v, 0, sizeof v); \
        __VA_ARGS__; \
        printf("%-4s %2d:", #T + 7, (int)sizeof v); \
        printf(" %d\n", (int)_Alignof(T)); \
    } while (0)

struct a { char c; int b : 4; };
struct b { char c; int b : 28; };
struct d { int a : 20; int b : 20; };
struct e { short a : 10; short b : 10; };
struct f { char a : 3; short b : 9; int c : 17; };
struct g { long long a : 33; int b : 31; };
struct h { char a; long long b : 5; };
struct i { int a : 5; int : 0; int b : 5; };
struct j { char a : 1; char : 0; char b : 1; };
struct __attribute__((packed)) k { int a : 20; int b : 20; char c; };
struct l { int : 5; char c; };
struct m { unsigned a : 1; char b; unsigned c : 23; };
struct n { _Bool a : 1; _Bool b : 1; char c : 6; };

int main(void)
{
    BYTES(struct a, v.c = 1, v.b = -1);
    BYTES(struct b, v.c = 1, v.b = -1);
    BYTES(struct d, v.a = -1, v.b = 1);
    BYTES(struct e, v.a = -1, v.b = 1);
    BYTES(struct f, v.a = 1, v.b = -1, v.c = 1);
    BYTES(struct g, v.a = -1, v.b = 1);
    BYTES(struct h, v.a = 1, v.b = -1);
    BYTES(struct i, v.a = -1, v.b = -1);
    BYTES(struct j, v.a = -1, v.b = -1);
    BYTES(struct k, v.a = -1, v.b = 1, v.c = 2);
    BYTES(struct l, v.c = 1);
    BYTES(struct m, v.a = 1, v.b = 2, v.c = 3);
    BYTES(struct n, v.a = 1, v.b = 0, v.c = -1);
    union { struct { unsigned lo : 12, mid : 8, hi : 12; } f; unsigned whole; } u;
    u.whole = 0x12345678;
    printf("%x %x %x\n", u.f.lo, u.f.mid, u.f.hi);
    u.f.mid = 0xff;
    printf("%x\n", u.whole);
    union { struct __attribute__((packed)) { unsigned a : 3; unsigned long long b : 42; unsigned c : 19; } f; unsigned long long whole; } w;
    w.whole = 0x123456789abcdef0ull;
    printf("%x %llx %x %d\n", w.f.a, (unsigned long long)w.f.b, w.f.c, (int)sizeof w);
    w.f.b = 0;
    printf("%llx\n", w.whole);
    return 0;
}
