// has: wrong-effective-type 13
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Only the bytes that memset writes lose their type. */
int main(void)
{
    double *block = malloc(2 * sizeof *block);
    block[0] = block[1] = 2.5;
    memset(block, 0, sizeof *block);
    printf("%lld\n", *(long long *)block);
    printf("%lld\n", *((long long *)block + 1));
    free(block);
    return 0;
}
