// clean
#include <stdio.h>

union both {
    float f;
    unsigned u;
};

int main(void)
{
    union both b = {.f = 1.0f};
    printf("%x\n", b.u);
    union both *p = &b;
    p->u = 0x40400000;
    printf("%g\n", p->f);
    return 0;
}
