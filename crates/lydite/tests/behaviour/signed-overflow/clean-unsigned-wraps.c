// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    unsigned u = UINT_MAX;
    unsigned long long v = 0;
    printf("%u\n", u + 1u);
    u++;
    printf("%u\n", u);
    v--;
    printf("%d\n", v == ULLONG_MAX);
    printf("%u\n", 65537u * 65537u);
    printf("%u\n", -1u);
    return 0;
}
