#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct s { int a; int v[4]; struct s *next; };
static struct s first, second = {1, {2, 3, 4, 5}, &first};
static struct s first = {10, {20, 30}, &second};
static int array[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static int *mid = &array[5], *end = array + 10, *also = &*(array + 3), *neg = &(array + 8)[-2];
static int *member = &second.v[2];
static const char *text = "text" + 1, *const words[] = {"x", "yz" + 1, 0};
static ptrdiff_t diff = offsetof(struct s, v) + sizeof(int);
static uintptr_t zero = (uintptr_t)0;
static double d = 1 / 4.0 + 3, e = -1e3, big = 1e308 * 10;
static float f = 1 / 3.0;
static int i = 7.9, neg_i = -7.9, sh = 1 << 10 | 3, cond = sizeof(int) > 2 ? 11 : 22, cmp = 3 > 2;
static unsigned u = -1, v = ~0u >> 4;
static long long ll = 1LL << 40, mix = 0xffffffff + 1LL;
static unsigned char c = 300, c2 = 'a' + 1;
static _Bool b = 0.5, addr = &array;
static int (*fn)(const char *) = puts;
static void *self = &self;
static int *compound = (int[]){1, 2, 3};
static struct { char a; union { int i; float f; }; } un = {'q', {.f = 1.5f}};

int main(void)
{
    printf("%d %d %d\n", first.next->a, second.next->v[1], first.next->next == &first);
    printf("%d %d %d %d %d\n", *mid, end[-1], *also, *neg, *member);
    printf("%s %s %s\n", text, words[0], words[1]);
    printf("%d %d\n", diff == offsetof(struct s, v[1]), zero == 0);
    printf("%g %g %g %.9g\n", d, e, big, f);
    printf("%d %d %d %d %d\n", i, neg_i, sh, cond, cmp);
    printf("%u %u %lld %lld\n", u, v, ll, mix);
    printf("%d %d %d %d\n", c, c2, b, addr);
    fn("called");
    printf("%d %d\n", self == &self, compound[2]);
    printf("%c %g\n", un.a, un.f);
    return 0;
}
