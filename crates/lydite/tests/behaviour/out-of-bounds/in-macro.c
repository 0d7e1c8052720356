// has: out-of-bounds 11
#include <stdio.h>

#define SET(array, i, x) ((array)[i] = (x))

int main(void)
{
    static char text[3];
    SET(text, 2, 'c');
    printf("%c\n", text[2]);
    SET(text, 3, 'd');
    printf("%c\n", text[0]);
    return 0;
}
