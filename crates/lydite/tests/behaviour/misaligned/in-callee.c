// has: misaligned 7
#include <stdio.h>
#include <stdlib.h>

static short load(const unsigned char *p)
{
    return *(const short *)p;
}

int main(void)
{
    unsigned char *bytes = calloc(1, 8);
    printf("%d\n", load(bytes + 2));
    printf("%d\n", load(bytes + 3));
    free(bytes);
    return 0;
}
