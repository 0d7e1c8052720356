// has: bad-library-argument 10
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int low = INT_MIN;
    printf("%d\n", abs(low + 1));
    printf("%d\n", abs(low));
    return 0;
}
