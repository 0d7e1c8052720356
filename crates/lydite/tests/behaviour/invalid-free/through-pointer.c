// has: invalid-free 12
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    char **pp = &p;
    **pp = 'a';
    printf("%c\n", *p);
    ++*pp;
    free(*pp);
    return 0;
}
