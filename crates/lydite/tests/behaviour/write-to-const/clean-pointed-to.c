// clean
#include <stdio.h>

static int room[2];
static int *const where = room;

struct holder {
    int *const p;
    const int n;
};

int main(void)
{
    where[1] = 4;
    int x = 1;
    const struct holder h = {&x, 2};
    *h.p = h.n;
    printf("%d %d\n", room[1], x);
    return 0;
}
