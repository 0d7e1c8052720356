#include <stdio.h>

int main(void)
{
    puts("puts adds a newline");
    puts("");
    puts("two\nlines");
    putchar('a');
    putchar('\n');
    printf("%d\n", putchar('b'));
    printf("%d\n", putchar(256 + 'c') == 'c');
    for (int c = 'a'; c <= 'z'; c++)
        putchar(c);
    putchar('\n');
    for (int c = ' '; c < 127; c++)
        putchar(c);
    putchar('\n');
    const char *s = "pointer";
    while (*s)
        putchar(*s++);
    putchar('\n');
    printf("%d\n", puts("x") >= 0);
    char line[] = "abc";
    line[1] = '\t';
    puts(line);
    puts("a" "b" "c");
    puts(&"skip this"[5]);
    putchar('\xe9');
    putchar('\0');
    putchar('\n');
    return 0;
}
