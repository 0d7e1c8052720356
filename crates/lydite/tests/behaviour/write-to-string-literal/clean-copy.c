// clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *literal = "hello";
    char *s = malloc(strlen(literal) + 1);
    strcpy(s, literal);
    s[0] = 'j';
    printf("%s %s\n", s, literal);
    free(s);
    return 0;
}
