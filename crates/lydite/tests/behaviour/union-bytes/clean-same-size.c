// clean
#include <stdio.h>

union u {
    float f;
    unsigned u;
    int i;
    unsigned char bytes[4];
};

int main(void)
{
    union u u = {.f = -2.0f};
    printf("%x\n", u.u);
    printf("%d\n", u.i < 0);
    u.i = -1;
    printf("%u\n", u.u);
    printf("%d %d\n", u.bytes[0], u.bytes[3]);
    u.bytes[0] = u.bytes[1] = u.bytes[2] = u.bytes[3] = 0;
    printf("%g\n", u.f);
    return 0;
}
