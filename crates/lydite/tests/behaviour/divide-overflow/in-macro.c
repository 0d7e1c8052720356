// has: divide-overflow 12
#include <limits.h>
#include <stdio.h>

#define QUOTIENT(a, b) ((b) != 0 ? (a) / (b) : 0)

int main(void)
{
    int x = INT_MIN, y = 0;
    printf("%d\n", QUOTIENT(x, y));
    y--;
    printf("%d\n", QUOTIENT(x, y));
    return 0;
}
