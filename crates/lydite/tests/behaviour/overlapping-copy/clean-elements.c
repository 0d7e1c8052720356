// clean
#include <stdio.h>

struct block {
    int v[2];
};

int main(void)
{
    struct block b[3] = {{{1, 2}}, {{3, 4}}, {{5, 6}}};
    b[0] = b[1];
    b[1] = b[2];
    struct block *p = b;
    p[2] = *p;
    printf("%d %d %d\n", b[0].v[0], b[1].v[0], b[2].v[1]);
    return 0;
}
