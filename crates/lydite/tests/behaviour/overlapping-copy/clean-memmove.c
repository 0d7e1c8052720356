// clean
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[16] = "abcdefgh";
    memmove(s + 1, s, 4);
    printf("%s\n", s);
    memmove(s, s + 1, 8);
    printf("%s\n", s);
    memmove(s, s, 8);
    printf("%s\n", s);
    return 0;
}
