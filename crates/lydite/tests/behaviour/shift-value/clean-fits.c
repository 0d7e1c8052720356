// clean
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int x = 1;
    printf("%d\n", x << 30);
    printf("%d\n", 3 << 29);
    printf("%d\n", 0x7f << 24);
    printf("%lld\n", 1ll << 62);
    printf("%d\n", 0x3fffffff << 1);
    return 0;
}
