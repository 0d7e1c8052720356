// clean
#include <stddef.h>
#include <stdio.h>

struct point {
    int x, y;
};

int main(void)
{
    struct point *p = NULL;
    int *q = NULL;
    printf("%d\n", sizeof *q == sizeof(int));
    printf("%d\n", sizeof p->y == sizeof(int));
    printf("%d\n", offsetof(struct point, y) == sizeof(int));
    __typeof__(*p) here = {1, 2};
    printf("%d\n", here.y);
    return 0;
}
