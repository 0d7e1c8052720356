#include <stdio.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void)
{
    char b[32];
    printf("%d %d\n", (int)strlen(""), (int)strlen("hello"));
    puts(strcpy(b, "copy"));
    puts(strcat(b, "-cat"));
    puts(strncat(b, "abcdef", 3));
    memset(b, '#', sizeof b);
    strncpy(b, "ab", 5);
    printf("%s %d %c\n", b, b[4], b[5]);
    strncpy(b, "abcdef", 3);
    b[3] = 0;
    puts(b);
    printf("%d %d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")), strcmp("same", "same"), sign(strcmp("ab", "abc")));
    printf("%d %d %d\n", strncmp("abcx", "abcy", 3), sign(strncmp("abcx", "abcy", 4)), strncmp("a", "b", 0));
    printf("%d\n", sign(strcmp("\xff", "\x01")));
    const char *s = "a path/to/file";
    printf("%s %s\n", strchr(s, '/'), strrchr(s, '/'));
    printf("%d %d\n", strchr(s, 'z') == NULL, (int)(strchr(s, 0) - s));
    printf("%s %d %d\n", strstr(s, "to"), strstr(s, "none") == NULL, strstr(s, "") == s);
    printf("%d %d\n", (int)strspn("aabbc", "ab"), (int)strcspn("hello world", " "));
    printf("%s\n", strpbrk("key=value", "=:"));
    printf("%d\n", strpbrk("abc", "xyz") == NULL);
    char tokens[] = "one,two;;three";
    for (char *t = strtok(tokens, ",;"); t; t = strtok(NULL, ",;"))
        printf("<%s>", t);
    putchar('\n');
    printf("%d\n", (int)strnlen("abcdef", 3));
    char rev[] = "reverse";
    for (size_t i = 0, j = strlen(rev) - 1; i < j; i++, j--) {
        char t = rev[i];
        rev[i] = rev[j];
        rev[j] = t;
    }
    puts(rev);
    const char *words[] = {"pear", "apple", "fig"};
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 3; j++)
            if (strcmp(words[i], words[j]) > 0) {
                const char *t = words[i];
                words[i] = words[j];
                words[j] = t;
            }
    printf("%s %s %s\n", words[0], words[1], words[2]);
    char empty[4] = "";
    printf("%d %d\n", strcmp(empty, ""), *empty);
    return 0;
}
