// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *block = calloc(1, 8);
    for (int i = 0; i < 8; i++)
        *(signed char *)(block + i) = (signed char)(i - 4);
    printf("%d %d\n", block[1] == (char)-3, ((signed char *)block)[7]);
    free(block);
    return 0;
}
