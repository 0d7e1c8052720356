// clean
#include <stdio.h>
#include <string.h>

struct point {
    int x, y;
};

int main(void)
{
    struct point p, q, r;
    p.x = 1;
    q = p;
    memcpy(&r, &q, sizeof r);
    printf("%d\n", r.x);
    r.y = 2;
    printf("%d\n", r.y);
    return 0;
}
