// has: union-bytes 11
#include <stdio.h>

union u {
    unsigned whole;
    unsigned char low;
};

static unsigned whole(const union u *u)
{
    return u->whole;
}

int main(void)
{
    union u u = {.whole = 7};
    printf("%u\n", whole(&u));
    u.low = 1;
    printf("%u\n", whole(&u));
    return 0;
}
