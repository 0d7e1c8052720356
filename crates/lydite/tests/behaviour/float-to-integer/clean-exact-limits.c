// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    double low = -9223372036854775808.0;
    double high = 9223372036854774784.0;
    printf("%lld %lld\n", (long long)low, (long long)high);
    double top = 18446744073709549568.0;
    printf("%llu\n", (unsigned long long)top);
    float f = 2147483520.0f;
    printf("%d\n", (int)f);
    return 0;
}
