// has: float-to-integer 9
#include <stdio.h>

int main(void)
{
    float big = 1e38f;
    printf("%d\n", big > 1);
    big *= 10;
    long long n = big;
    printf("%d\n", n == 0);
    return 0;
}
