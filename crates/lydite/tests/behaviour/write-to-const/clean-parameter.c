// clean
#include <stdio.h>
#include <string.h>

static char *find(const char *s, char c)
{
    while (*s && *s != c)
        s++;
    return (char *)s;
}

int main(void)
{
    char text[] = "a-b";
    *find(text, '-') = '+';
    printf("%s\n", text);
    *strchr(text, '+') = '*';
    printf("%s\n", text);
    return 0;
}
