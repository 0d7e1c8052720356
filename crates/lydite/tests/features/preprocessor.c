#include <stdio.h>

#define EMPTY
#define ID(x) x
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define STR(x) #x
#define XSTR(x) STR(x)
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define LOG(f, ...) printf(f "\n", ##__VA_ARGS__)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define LIST(X) X(red, 1) X(green, 2) X(blue, 4)
#define ENUM(n, v) n = v,
#define NAME(n, v) #n,
#define BLOCK(n) do { printf("%d ", n); \
                      printf("block\n"); } while (0)
#define RECURSE RECURSE + 1
#define f(x) x + f(x)
#define NEG -1
#undef UNDEFINED

enum colour { LIST(ENUM) };
static const char *names[] = {LIST(NAME)};
static int f_(int x) { return x; }
#undef f
static int f(int x) { return x * 2; }

int main(void)
{
    int xy = 5, RECURSE_ = 1;
    LOG("%d %d", ID(3), CAT(x, y));
    LOG("%s %s", STR(a + b), XSTR(CAT(1, 2)));
    LOG("%d %d", COUNT(a), COUNT(a, b, c));
    LOG("none");
    LOG("%d", MIN(3, 2) + 1);
    for (int i = 0; i < 3; i++)
        printf("%s ", names[i]);
    LOG("%d %d %d", red, green, blue);
    if (xy) BLOCK(1); else BLOCK(2);
#if defined(EMPTY) && !defined(UNDEFINED)
    LOG("defined");
#endif
#if 0
    this is not C
#elif (1 << 3) == 8 && 'a' == 97
    LOG("elif");
#else
#error never
#endif
#ifdef UNDEFINED
    LOG("no");
#else
    LOG("else");
#endif
#if UNDEFINED_IS_ZERO
#else
    LOG("zero");
#endif
    LOG("%d", 5 - NEG);
    LOG("%d %d", f(3), f_(3));
    LOG("%d", XCAT(x, XCAT(y, EMPTY)));
    LOG("%d", __LINE__ > 10);
    LOG("%d", __STDC_VERSION__ >= 201112L);
    LOG("%d", __COUNTER__ + 1 == __COUNTER__);
    // a comment \
       continued
    LOG("%s", /* inside */ "comment /* not */ // here");
    LOG("%d", RECURSE_);
#line 500 "renamed.c"
    LOG("%d %s", __LINE__, __FILE__);
    _Pragma("GCC diagnostic ignored \"-Wall\"")
#pragma unknown to all
    <% int a<:2:> = <%1, 2%>; LOG("%d", a<:1:>); %>
    return 0;
}
