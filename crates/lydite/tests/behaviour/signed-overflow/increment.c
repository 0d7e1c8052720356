// has: signed-overflow 10
#include <limits.h>
#include <stdio.h>

int main(void)
{
    long long n = LLONG_MAX - 1;
    n++;
    printf("%lld\n", n);
    n++;
    printf("%lld\n", n);
    return 0;
}
