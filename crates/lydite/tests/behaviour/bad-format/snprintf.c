// has: bad-format 9
#include <stdio.h>

int main(void)
{
    char s[16];
    snprintf(s, sizeof s, "%g", 2.5);
    printf("%s\n", s);
    snprintf(s, sizeof s, "%g", 2);
    printf("%d\n", s[0] == 0);
    return 0;
}
