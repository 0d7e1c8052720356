// has: union-bytes 18
#include <stdio.h>

union u {
    struct {
        char c;
        int i;
    } s;
    unsigned char bytes[8];
};

int main(void)
{
    union u u = {.bytes = {1, 2, 3, 4, 5, 6, 7, 8}};
    printf("%d\n", u.bytes[2]);
    u.s = (__typeof__(u.s)){1, 2};
    printf("%d\n", u.bytes[0]);
    printf("%d\n", u.bytes[2]);
    return 0;
}
