// clean
#include <stdio.h>

static double mix(double d, unsigned char c, long long l, _Bool b)
{
    return d + c + l + b;
}

int main(void)
{
    double (*f)(double, unsigned char, long long, _Bool) = mix;
    printf("%g\n", f(1, 257, 2.9, 8));
    printf("%g\n", mix('a', 'b', -1, 0));
    return 0;
}
