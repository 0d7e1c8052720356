// has: overlapping-copy 9
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[32] = "ab";
    printf("%s\n", s);
    strcat(s, s + 1);
    printf("%s\n", s);
    return 0;
}
