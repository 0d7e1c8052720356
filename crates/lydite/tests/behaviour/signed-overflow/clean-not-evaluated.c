// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int big = INT_MAX, zero = 0;
    size_t n = sizeof(big + 1);
    int kept = zero ? big + 1 : big;
    int both = zero && big + 1;
    printf("%d %d %d\n", n == sizeof(int), kept == INT_MAX, both);
    if (zero)
        big = big + 1;
    printf("%d\n", big);
    return 0;
}
