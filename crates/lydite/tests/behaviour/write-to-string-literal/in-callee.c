// has: write-to-string-literal 8
#include <stdio.h>

static void upper(char *s)
{
    for (; *s; s++)
        if (*s >= 'a' && *s <= 'z')
            *s -= 'a' - 'A';
}

int main(void)
{
    char mine[] = "abc";
    upper(mine);
    printf("%s\n", mine);
    upper("ABC");
    printf("unchanged\n");
    upper("abc");
    return 0;
}
