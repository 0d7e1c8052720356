// has: float-to-integer 6
#include <stdio.h>

static long long round_half(double x)
{
    return (long long)(x + 0.5);
}

int main(void)
{
    printf("%lld\n", round_half(2.5));
    printf("%d\n", round_half(9223372036854775808.0) == 0);
    return 0;
}
