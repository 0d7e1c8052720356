// clean
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[16] = "abcd";
    memcpy(s + 4, s, 4);
    printf("%s\n", s);
    memcpy(s, s + 4, 4);
    strcpy(s + 9, "xyz");
    strncpy(s, s + 9, 3);
    printf("%s\n", s);
    return 0;
}
