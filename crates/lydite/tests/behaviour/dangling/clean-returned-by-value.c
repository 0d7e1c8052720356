// clean
#include <stdio.h>

struct three {
    int v[3];
};

static struct three make(int x)
{
    struct three t = {{x, x + 1, x + 2}};
    return t;
}

int main(void)
{
    printf("%d\n", make(4).v[1]);
    struct three kept = make(7);
    printf("%d\n", kept.v[2]);
    return 0;
}
