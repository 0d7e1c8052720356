// has: union-bytes 15
#include <stdio.h>

union u {
    long long wide;
    int narrow;
};

int main(void)
{
    union u u = {.wide = -1};
    union u *p = &u;
    printf("%d\n", p->narrow);
    p->narrow = 5;
    printf("%d\n", p->wide == 5);
    return 0;
}
