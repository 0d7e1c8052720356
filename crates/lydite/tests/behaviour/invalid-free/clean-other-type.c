// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    long *p = calloc(3, sizeof *p);
    char *c = (char *)p;
    printf("%d\n", c[0]);
    free(c);
    free(malloc(0));
    return 0;
}
