// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int i = INT_MAX;
    unsigned one = 1;
    printf("%u\n", i + one);
    long long wide = i;
    printf("%lld\n", wide + i);
    printf("%lld\n", wide * i);
    i = (int)((unsigned)INT_MIN + 5u);
    printf("%d\n", i);
    return 0;
}
