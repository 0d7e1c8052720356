// clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What memset writes into an allocated block has no type of its own, and the value stored before is gone. */
int main(void)
{
    void *block = malloc(16);
    *(double *)block = 2.5;
    memset(block, 0, 16);
    printf("%lld\n", *(long long *)block);
    *(int *)block = 7;
    printf("%d\n", *(int *)block);
    strcpy(block, "text");
    printf("%s\n", (char *)block);
    free(block);
    return 0;
}
