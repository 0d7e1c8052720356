// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int minus = -1;
    long long lminus = -1;
    printf("%d\n", (INT_MIN + 1) / minus);
    printf("%d\n", (INT_MIN + 1) % minus);
    printf("%lld\n", (LLONG_MIN + 1) / lminus);
    printf("%d\n", INT_MAX / minus);
    return 0;
}
