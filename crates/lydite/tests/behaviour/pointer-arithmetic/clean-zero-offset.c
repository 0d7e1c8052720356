// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int x = 3;
    int *p = &x;
    p += 0;
    p -= 0;
    printf("%d\n", *p);
    char *block = malloc(8);
    char *end = block + 8;
    end = end + 0;
    printf("%d\n", (int)(end - block));
    free(block);
    return 0;
}
