#include <ctype.h>
#include <stdio.h>

int main(void)
{
    for (int c = -1; c < 256; c++) {
        int bits = 0;
        bits |= (isalpha(c) != 0) << 0 | (isdigit(c) != 0) << 1 | (isalnum(c) != 0) << 2 | (isspace(c) != 0) << 3;
        bits |= (isupper(c) != 0) << 4 | (islower(c) != 0) << 5 | (ispunct(c) != 0) << 6 | (isprint(c) != 0) << 7;
        bits |= (iscntrl(c) != 0) << 8 | (isxdigit(c) != 0) << 9 | (isgraph(c) != 0) << 10 | (isblank(c) != 0) << 11;
        printf("%x%s", bits, c % 16 == 15 ? "\n" : " ");
    }
    for (int c = 0; c < 256; c++)
        if (toupper(c) != c || tolower(c) != c)
            printf("%c%c ", toupper(c), tolower(c));
    putchar('\n');
    char s[] = "Mixed Case 123";
    for (char *p = s; *p; p++)
        *p = (char)(islower((unsigned char)*p) ? toupper((unsigned char)*p) : tolower((unsigned char)*p));
    puts(s);
    printf("%d %d\n", toupper(EOF) == EOF, tolower(EOF) == EOF);
    int words = 0, in = 0;
    for (const char *p = "  count these  words "; *p; p++)
        if (isspace((unsigned char)*p))
            in = 0;
        else if (!in)
            in = 1, words++;
    printf("%d\n", words);
    return 0;
}
