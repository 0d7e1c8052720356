// clean
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    printf("%d %d\n", isalpha(EOF) != 0, toupper(EOF) == EOF);
    int n = 0;
    for (int c = 0; c <= 255; c++)
        n += isdigit(c) != 0;
    printf("%d\n", n);
    char negative = -1;
    printf("%d\n", isspace((unsigned char)negative) != 0);
    return 0;
}
