// clean
#include <stdio.h>

struct point {
    int x, y;
};

int main(void)
{
    const struct point origin = {1, 2};
    struct point p = origin;
    p.x += origin.y;
    printf("%d %d\n", p.x, origin.x);
    const int n = 3;
    int m = n;
    m++;
    printf("%d %d\n", m, n);
    return 0;
}
