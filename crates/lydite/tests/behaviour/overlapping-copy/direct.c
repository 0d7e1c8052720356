// has: overlapping-copy 9
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[16] = "abcdefgh";
    printf("%s\n", s);
    memcpy(s + 1, s, 4);
    printf("%s\n", s);
    return 0;
}
