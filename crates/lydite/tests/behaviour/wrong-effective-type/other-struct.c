// has: wrong-effective-type 20
#include <stdio.h>

struct a {
    int x;
    float y;
};

struct b {
    int x;
    float y;
};

int main(void)
{
    struct a a = {1, 2};
    struct b b = {3, 4};
    struct b *p = &b;
    printf("%d\n", p->x);
    b = *(struct b *)&a;
    printf("%d\n", b.x);
    return 0;
}
