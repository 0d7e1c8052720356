#include <stdio.h>

struct s { int a[4]; char name[8]; };

int main(void)
{
    char b[16];
    __builtin_memset(b, 'x', sizeof b);
    b[15] = 0;
    puts(b);
    __builtin_memcpy(b, "hello", 6);
    __builtin_printf("%s\n", b);
    __builtin_memmove(b + 2, b, 6);
    puts(b);
    printf("%d %d\n", __builtin_memcmp("abc", "abd", 3) < 0, __builtin_memcmp("abc", "abd", 2));
    printf("%d %d\n", __builtin_strcmp("a", "a"), __builtin_strncmp("abc", "abd", 2));
    __builtin_strcpy(b, "copy");
    __builtin_strcat(b, "cat");
    puts(b);
    printf("%d %s\n", (int)__builtin_strlen(b), __builtin_strchr(b, 'c'));
    printf("%s\n", __builtin_strrchr(b, 'c'));
    printf("%s\n", __builtin_strstr(b, "yc"));
    struct s s = {{1, 2, 3, 4}, "name"}, t;
    __builtin_memcpy(&t, &s, sizeof t);
    printf("%d %s\n", t.a[3], t.name);
    __builtin_memset(&t, 0, sizeof t);
    printf("%d %d\n", t.a[0], t.name[0]);
    int *p = __builtin_malloc(3 * sizeof *p);
    p[0] = p[1] = p[2] = 5;
    printf("%d\n", p[0] + p[1] + p[2]);
    __builtin_free(p);
    p = __builtin_calloc(2, sizeof *p);
    printf("%d\n", p[1]);
    __builtin_free(p);
    char out[8];
    printf("%d\n", __builtin_snprintf(out, sizeof out, "%d", 12345));
    puts(out);
    __builtin_strncpy(out, "abcdef", 3);
    puts(out);
    printf("%d\n", __builtin_memchr("abc", 'z', 3) == NULL);
    putchar('!');
    putchar('\n');
    float f = 1.0f;
    unsigned u;
    __builtin_memcpy(&u, &f, 4);
    printf("%x\n", u);
    return 0;
}
