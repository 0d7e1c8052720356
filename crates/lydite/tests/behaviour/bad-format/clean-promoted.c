// clean
#include <stdio.h>

int main(void)
{
    char c = 'x';
    short s = -3;
    float f = 0.5f;
    _Bool b = 1;
    unsigned char u = 200;
    printf("%c %d %d\n", c, c, s);
    printf("%f %g %d\n", f, f, b);
    printf("%hhd %hd %hhu\n", 300, 70000, u);
    return 0;
}
