// has: signed-overflow 11
#include <limits.h>
#include <stdio.h>

#define MIDDLE(low, high) (((low) + (high)) / 2)

int main(void)
{
    int low = INT_MAX - 10, high = INT_MAX - 2;
    printf("%d\n", MIDDLE(10, 20));
    printf("%d\n", MIDDLE(low, high));
    return 0;
}
