// has: invalid-free 10
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    printf("freed once\n");
    free(p);
    printf("after\n");
    return 0;
}
