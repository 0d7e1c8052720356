// has: signed-overflow 9
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int big = INT_MAX;
    printf("before %d\n", big);
    int sum = big + 1;
    printf("after %d\n", sum);
    return 0;
}
