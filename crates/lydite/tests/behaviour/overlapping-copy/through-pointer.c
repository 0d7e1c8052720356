// has: overlapping-copy 18
#include <stdio.h>

struct block {
    int v[4];
};

union views {
    struct { struct block b; int after; } low;
    struct { int before; struct block b; } high;
};

int main(void)
{
    union views u = {.low = {{{1, 2, 3, 4}}, 5}};
    struct block *to = &u.low.b, *from = &u.high.b;
    printf("%d\n", to->v[0]);
    *to = *from;
    printf("%d\n", to->v[0]);
    return 0;
}
