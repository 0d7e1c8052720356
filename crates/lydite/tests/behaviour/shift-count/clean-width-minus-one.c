// clean
#include <stdio.h>

int main(void)
{
    unsigned u = 1;
    unsigned long long v = 1;
    printf("%u\n", u << 31);
    printf("%llu\n", v << 63);
    printf("%u\n", (u << 31) >> 31);
    printf("%d\n", -1 >> 31);
    printf("%d\n", 1 << 30);
    return 0;
}
