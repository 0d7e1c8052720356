// clean
#include <stdio.h>

struct block {
    int v[4];
};

int main(void)
{
    struct block b = {{1, 2, 3, 4}};
    struct block *p = &b, *q = &b;
    *p = *q;
    b = b;
    printf("%d %d\n", b.v[0], b.v[3]);
    int x = 5;
    x = x;
    printf("%d\n", x);
    return 0;
}
