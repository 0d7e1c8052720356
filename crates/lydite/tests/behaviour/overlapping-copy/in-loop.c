// has: overlapping-copy 10
#include <stdio.h>
#include <string.h>

int main(void)
{
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (int n = 4; n >= 2; n--) {
        printf("%d\n", n);
        memcpy(a, a + n, 4 * sizeof *a);
    }
    return 0;
}
