#include <stdio.h>

// GNU: a static object may be initialised by a constant compound literal.
struct pair {
    int a, b;
};

static struct pair whole = (struct pair){7, 8};
static struct {
    struct pair inner;
    int z;
} outer = {(struct pair){1, 2}, 3};
static int list[3] = (int[3]){4, 5, 6};
static const struct pair *link = &(struct pair){9, 10};

int main(void)
{
    printf("%d %d\n", whole.a, whole.b);
    printf("%d %d %d\n", outer.inner.a, outer.inner.b, outer.z);
    printf("%d %d %d\n", list[0], list[1], list[2]);
    printf("%d %d\n", link->a, link->b);
    return 0;
}
