// clean
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%d %d\n", abs(INT_MIN + 1), abs(INT_MAX));
    printf("%d\n", labs(LONG_MIN + 1) == LONG_MAX);
    printf("%lld\n", llabs(-5));
    printf("%lld\n", llabs(INT_MIN));
    return 0;
}
