// clean
#include <stdio.h>

int main(void)
{
    char *s = "abc";
    char c = s[1];
    c++;
    char *t = s;
    t++;
    printf("%c %s %s\n", c, t, "xyz" + 1);
    printf("%c %d\n", "abc"[2], (int)sizeof "abc");
    return 0;
}
