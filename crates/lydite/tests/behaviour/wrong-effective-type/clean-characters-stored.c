// clean
// Characters stored in an allocated block end the effective type of what was there (6.5p6).
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    void *block = malloc(16);
    *(double *)block = 2.5;
    printf("%g\n", *(double *)block);
    for (int i = 0; i < 16; i++)
        ((unsigned char *)block)[i] = 0;
    printf("%lld\n", *(long long *)block);
    free(block);
    return 0;
}
