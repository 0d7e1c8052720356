// clean
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[8] = "abc";
    memcpy(s + 1, s, 0);
    memcpy(s + 1, s, 1);
    printf("%s\n", s);
    memcpy(s, s + 4, 4);
    printf("%d\n", s[0]);
    return 0;
}
