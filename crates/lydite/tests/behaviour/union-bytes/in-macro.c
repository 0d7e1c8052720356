// has: union-bytes 17
#include <stdio.h>

#define WIDE(u) ((u).wide)

union u {
    double wide;
    float narrow;
};

int main(void)
{
    union u u = {.wide = 1.0};
    printf("%g\n", WIDE(u));
    u.narrow = 2.0f;
    printf("%g\n", u.narrow);
    printf("%d\n", WIDE(u) == 2.0);
    return 0;
}
