// has: invalid-free 12
#include <stdio.h>
#include <stdlib.h>

#define DROP(p) free((void *)(p))

int main(void)
{
    const char *name = "literal";
    DROP(malloc(1));
    printf("%s\n", name);
    DROP(name);
    return 0;
}
