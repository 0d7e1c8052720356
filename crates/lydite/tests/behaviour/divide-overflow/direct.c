// has: divide-overflow 9
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int low = INT_MIN, minus = -1;
    printf("before\n");
    printf("%d\n", low / minus);
    return 0;
}
