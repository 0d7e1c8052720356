// has: divide-overflow 10
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int hits = 0;
    for (int d = -3; d < 0; d++) {
        printf("%d\n", d);
        if (INT_MIN / d > 0)
            hits++;
    }
    printf("%d\n", hits);
    return 0;
}
