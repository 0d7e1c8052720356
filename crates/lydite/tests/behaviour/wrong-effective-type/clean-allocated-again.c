// clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    void *block = malloc(8);
    *(int *)block = 5;
    printf("%d\n", *(int *)block);
    *(float *)block = 2.5f;
    printf("%g\n", *(float *)block);
    long long x = 9;
    memcpy(block, &x, sizeof x);
    printf("%lld\n", *(long long *)block);
    free(block);
    return 0;
}
