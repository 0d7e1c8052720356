// has: overlapping-copy 7
#include <stdio.h>
#include <string.h>

static void insert(char *at, const char *text)
{
    strcpy(at, text);
}

int main(void)
{
    char s[32] = "hello";
    insert(s + 10, s);
    printf("%s\n", s + 10);
    insert(s + 2, s);
    printf("%s\n", s);
    return 0;
}
