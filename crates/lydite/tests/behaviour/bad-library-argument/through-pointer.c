// has: bad-library-argument 11
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *words[2] = {"word", NULL};
    const char **p = words;
    printf("%d\n", (int)strlen(*p));
    p++;
    printf("%d\n", (int)strlen(*p));
    return 0;
}
