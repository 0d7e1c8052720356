// has: shift-count 11
#include <stdio.h>

#define BIT(n) (1 << (n))

int main(void)
{
    printf("%d\n", BIT(30));
    long long wide = 0;
    int n = 40;
    wide = BIT(n);
    printf("%lld\n", wide);
    return 0;
}
