// has: invalid-free 9
#include <stdio.h>
#include <stdlib.h>

static char buffer[16];

static void release(char *p)
{
    free(p);
}

int main(void)
{
    release(malloc(4));
    printf("one\n");
    release(buffer);
    printf("two\n");
    return 0;
}
