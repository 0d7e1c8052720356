// has: write-to-string-literal 8
#include <stdio.h>

int main(void)
{
    char *s = "abc";
    printf("%s\n", s);
    s[0] = 'x';
    printf("%s\n", s);
    return 0;
}
