// has: signed-overflow 11
#include <limits.h>
#include <stdio.h>

int main(void)
{
    long value = LONG_MIN + 1;
    long *p = &value;
    *p -= 1;
    printf("lowest reached %d\n", *p == LONG_MIN);
    *p -= 1;
    printf("after %ld\n", *p);
    return 0;
}
