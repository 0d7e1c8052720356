// clean
#include <stdio.h>

int main(void)
{
    char s[] = "abc";
    static char t[8] = "def";
    s[0] = 'x';
    t[3] = '!';
    printf("%s %s\n", s, t);
    return 0;
}
