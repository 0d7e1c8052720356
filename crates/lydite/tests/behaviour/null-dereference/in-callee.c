// has: null-dereference 10
#include <stdio.h>

struct point {
    int x, y;
};

static int y_of(const struct point *p)
{
    return p->y;
}

int main(void)
{
    struct point p = {1, 2};
    printf("%d\n", y_of(&p));
    printf("%d\n", y_of(NULL));
    return 0;
}
