// clean
#include <stdio.h>

int main(void)
{
    int x = 1;
    short s = 0x4000;
    printf("%lld\n", (long long)x << 31);
    printf("%d\n", s << 1);
    s = s << 1;
    printf("%d\n", s);
    return 0;
}
