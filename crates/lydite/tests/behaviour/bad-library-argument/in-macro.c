// has: bad-library-argument 12
#include <ctype.h>
#include <stdio.h>

#define UPPER(c) toupper(c)

int main(void)
{
    signed char c = 'a';
    printf("%c\n", UPPER(c));
    c = -100;
    printf("%d\n", UPPER(c) == 0);
    return 0;
}
