// has: uninitialised 14
#include <stdio.h>

struct point {
    int x, y;
};

int main(void)
{
    struct point p, q;
    p.x = 1;
    q = p;
    printf("%d\n", q.x);
    printf("%d\n", q.y);
    return 0;
}
