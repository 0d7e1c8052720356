// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    long long low = INT_MIN;
    int minus = -1;
    printf("%lld %lld\n", low / minus, low % minus);
    unsigned u = (unsigned)INT_MIN;
    printf("%u %u\n", u / minus, u % minus);
    printf("%.1f\n", INT_MIN / -1.0);
    return 0;
}
