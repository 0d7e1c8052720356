// clean
#include <stdio.h>
#include <stdlib.h>

typedef int __attribute__((aligned(1))) loose;

int main(void)
{
    char *block = calloc(1, 16);
    *(loose *)(block + 5) = 55;
    printf("%d\n", *(loose *)(block + 5));
    void *v = block + 8;
    long long *wide = v;
    *wide = 88;
    printf("%lld\n", *wide);
    free(block);
    return 0;
}
