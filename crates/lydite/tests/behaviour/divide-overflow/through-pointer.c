// has: divide-overflow 14
#include <limits.h>
#include <stdio.h>

struct pair {
    long long a, b;
};

int main(void)
{
    struct pair pair = {LLONG_MIN, -1};
    struct pair *p = &pair;
    printf("%lld\n", p->b / 1);
    p->a /= p->b;
    printf("%lld\n", p->a);
    return 0;
}
