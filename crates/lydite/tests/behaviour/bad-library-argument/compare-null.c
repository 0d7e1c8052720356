// has: bad-library-argument 9
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *a = "a", *b = NULL;
    printf("%d\n", strcmp(a, "a"));
    printf("%d\n", strcmp(a, b));
    return 0;
}
