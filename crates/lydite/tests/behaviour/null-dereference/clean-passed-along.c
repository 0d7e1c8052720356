// clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int length(const char *s)
{
    return s ? (int)strlen(s) : -1;
}

int main(void)
{
    printf("%d %d\n", length("four"), length(NULL));
    free(NULL);
    char *end = NULL;
    printf("%ld\n", strtol("12", NULL, 10));
    printf("%d\n", end == (char *)0);
    return 0;
}
