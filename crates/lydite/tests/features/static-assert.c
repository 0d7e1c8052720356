#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

struct s { char c; int i; _Static_assert(sizeof(int) == 4, "inside a struct"); double d; };
_Static_assert(sizeof(char) == 1, "char");
_Static_assert(CHAR_BIT == 8, "bits" " joined");
_Static_assert(-1 >> 1 == -1, "arithmetic shift");
_Static_assert(-7 / 2 == -3 && -7 % 2 == -1, "truncating division");
_Static_assert((unsigned char)300 == 44, "wraps");
_Static_assert(0xffffffffu + 1 == 0, "unsigned");
_Static_assert(offsetof(struct s, i) == 4, "offset");
_Static_assert(sizeof(struct s) == 16 || sizeof(struct s) == 12, "size");
_Static_assert(_Alignof(short) == 2, "align");
_Static_assert('a' == 97, "ascii");
_Static_assert((int)3.99 == 3, "float constant in a cast");
_Static_assert(1 ? 2 : 1 / 1, "conditional");
_Static_assert(!(1 && 0) || 0, "logic");
_Static_assert(sizeof "abc" == 4, "string");
_Static_assert(sizeof(int[3][4]) == 48, "array");
_Static_assert(_Generic(1u, unsigned: 1, default: 0), "generic");
_Static_assert(__builtin_popcount(255) == 8, "builtin");
_Static_assert(__builtin_constant_p(3), "constant");
_Static_assert(sizeof(enum { A, B }) == sizeof(int), "enum");
_Static_assert(B == 1, "enum escapes");
_Static_assert(1ll << 40 == 1099511627776, "wide");
_Static_assert((-1 < 0u) == 0, "conversion");
_Static_assert((char)1 == 1 && (_Bool)0.5 == 1, "bool");
_Static_assert(__builtin_types_compatible_p(int, signed), "types");
_Static_assert(!__builtin_types_compatible_p(char, signed char), "types");

enum { WIDTH = sizeof(long long) * CHAR_BIT, MASK = (1 << 5) - 1, PICK = WIDTH > 32 ? MASK : 0 };
static int table[WIDTH / 8 + 1];
static char big[PICK & 0xf];

int main(void)
{
    static_assert(1, "from assert.h");
    for (int i = 0; i < 2; i++) {
        _Static_assert(WIDTH == 64, "in a block");
        printf("%d ", i);
    }
    printf("%d %d %d\n", WIDTH, MASK, PICK);
    printf("%d %d\n", (int)(sizeof table / sizeof *table), (int)sizeof big);
    const int n = 3;
    struct { int b : (2 + 3); } f = {15};
    printf("%d %d\n", f.b, n);
    switch (7) { case 1 + 2 * 3: puts("case"); }
    assert(n == 3);
    return 0;
}
