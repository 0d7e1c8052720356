// has: write-to-string-literal 9
#include <stdio.h>

int main(void)
{
    char *words[] = {"one", "two"};
    char **p = &words[1];
    printf("%s\n", *p);
    (*p)[2] = 'O';
    printf("%s\n", *p);
    return 0;
}
