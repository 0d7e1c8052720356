// clean
#include <stdio.h>
#include <string.h>

int main(void)
{
    float f = 1.0f;
    unsigned u;
    memcpy(&u, &f, sizeof u);
    printf("%x\n", u);
    u = 0x40000000;
    memcpy(&f, &u, sizeof f);
    printf("%g\n", f);
    return 0;
}
