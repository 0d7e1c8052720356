// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const int *view;
    int *p = malloc(sizeof *p);
    *p = 1;
    view = p;
    *(int *)view = 2;
    printf("%d\n", *view);
    free((void *)view);
    return 0;
}
