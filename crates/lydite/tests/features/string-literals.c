#include <stdio.h>
#include <string.h>

static void codes(const char *s, int n)
{
    for (int i = 0; i < n; i++)
        printf("%d ", (unsigned char)s[i]);
    putchar('\n');
}

#define STR(x) #x
#define XSTR(x) STR(x)
#define VALUE 42

int main(void)
{
    codes("\a\b\f\n\r\t\v\\\'\"\?", 12);
    codes("\0\1\12\123\377", 6);
    codes("\x1\x41\xff", 4);
    codes("\1234", 3);
    codes("\x41" "1", 3);
    codes("\e", 2);
    codes("caf\u00e9", 6);
    codes("\U0001F600", 5);
    codes("é€", 6);
    printf("%d %d %d\n", (int)sizeof "", (int)sizeof "abc", (int)sizeof "a\0b");
    printf("%d\n", (int)strlen("a\0b"));
    puts("one" " two"
         " three");
    puts("line \
continued");
    puts(STR(a + b "q\n"));
    puts(XSTR(VALUE) STR(VALUE));
    printf("%c %c\n", "abc"[1], 2["xyz"]);
    const char *p = "pointer" + 3;
    puts(p);
    char a[] = "array", b[8] = "pad", c[3] = "abc";
    printf("%d %d %d\n", (int)sizeof a, b[7], c[2]);
    codes(u8"\u00e9", 3);
    printf("%s\n", *"" == 0 ? "empty" : "full");
    printf("%s\n", __func__);
    printf("%d\n", (int)sizeof __func__);
    printf("%d %d %d %d\n", 'a', '\n', '\x7f', '\101');
    printf("%d %d\n", '\0', '\'');
    printf("%d\n", 'ab' == 'a' * 256 + 'b');
    puts("??/ is no trigraph");
    return 0;
}
