// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%ld\n", strtol("42abc", NULL, 10));
    printf("%g\n", strtod("2.5", NULL));
    printf("%d\n", snprintf(NULL, 0, "%d", 12345));
    int *p = realloc(NULL, sizeof *p);
    *p = 3;
    printf("%d\n", *p);
    free(p);
    free(NULL);
    return 0;
}
