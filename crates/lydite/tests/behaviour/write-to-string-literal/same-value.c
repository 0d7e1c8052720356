// has: write-to-string-literal 8
#include <stdio.h>

int main(void)
{
    char *s = "same";
    printf("%s\n", s);
    s[1] = s[1];
    printf("%s\n", s);
    return 0;
}
