// clean
#include <stdio.h>

int main(void)
{
    char *s = (char[]){"abc"};
    s[1] = 'x';
    printf("%s\n", s);
    char *t = (char[8]){"de"};
    t[2] = 'f';
    printf("%s\n", t);
    return 0;
}
