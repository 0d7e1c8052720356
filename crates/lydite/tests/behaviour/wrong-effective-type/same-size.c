// has: wrong-effective-type 8
#include <stdio.h>

int main(void)
{
    long long x = 5;
    printf("%lld\n", x);
    *(double *)&x = 1.0;
    printf("%lld\n", x);
    return 0;
}
