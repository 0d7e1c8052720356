// has: pointer-comparison 14
#include <stdio.h>

#define LOWER(p, q) ((p) < (q) ? (p) : (q))

struct box {
    int v[2];
};

int main(void)
{
    struct box x = {{1, 2}}, y = {{1, 2}};
    printf("%d\n", *LOWER(&x.v[0], &x.v[1]));
    printf("%d\n", *LOWER(&x.v[0], &y.v[0]));
    return 0;
}
