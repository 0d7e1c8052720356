// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    p = NULL;
    free(p);
    free(NULL);
    printf("%d\n", p == NULL);
    return 0;
}
