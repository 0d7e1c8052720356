// has: overlapping-copy 12
#include <stdio.h>
#include <string.h>

#define SHIFT(a, n) memcpy((a), (a) + 1, (n) * sizeof *(a))

int main(void)
{
    short a[4] = {1, 2, 3, 4};
    SHIFT(a, 1);
    printf("%d\n", a[0]);
    SHIFT(a, 3);
    printf("%d\n", a[0]);
    return 0;
}
