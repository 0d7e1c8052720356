// has: null-dereference 15
#include <stdio.h>

struct point {
    int x, y;
};

int main(void)
{
    struct point here = {1, 2};
    struct point *p = &here;
    struct point copy = *p;
    printf("%d\n", copy.x);
    p = NULL;
    copy = *p;
    printf("%d\n", copy.x);
    return 0;
}
