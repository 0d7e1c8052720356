// clean
#include <stdio.h>

union u {
    long long wide;
    short narrow;
    unsigned char byte;
};

int main(void)
{
    union u u;
    u.wide = 0;
    printf("%d %d\n", u.narrow, u.byte);
    u.wide = -1;
    printf("%d %d\n", u.narrow, u.byte);
    return 0;
}
