// has: union-bytes 16
#include <stdio.h>

union u {
    int wide;
    short narrow;
};

int main(void)
{
    union u u;
    u.wide = 0x12345678;
    printf("%x\n", u.wide);
    u.narrow = 1;
    printf("%d\n", u.narrow);
    printf("%x\n", u.wide);
    return 0;
}
