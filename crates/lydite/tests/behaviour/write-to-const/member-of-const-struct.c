// has: write-to-const 13
#include <stdio.h>

struct point {
    int x, y;
};

int main(void)
{
    static const struct point origin = {0, 0};
    struct point *p = (struct point *)&origin;
    printf("%d\n", p->y);
    p->y = 1;
    printf("after\n");
    return 0;
}
