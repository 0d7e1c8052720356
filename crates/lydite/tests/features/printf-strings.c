#include <stdio.h>

int main(void)
{
    static const char *const v[] = {"", "a", "hello", "a longer string of text"};
    for (int i = 0; i < 4; i++) {
        const char *s = v[i];
        printf("[%s][%10s][%-10s][%.3s][%10.3s][%-10.3s][%.0s][%.100s]\n", s, s, s, s, s, s, s, s);
        printf("[%*s][%-*s][%.*s][%*.*s]\n", 8, s, 8, s, 2, s, 6, 4, s);
        printf("[%*s][%.*s]\n", -8, s, -1, s);
    }
    printf("%s%s%s\n", "a", "b", "c");
    printf("[%c][%3c][%-3c][%c]\n", 'x', 'y', 'z', '%');
    printf("%s %d %c %g %s\n", "mixed", 5, 'q', 2.5, "end");
    printf("100%% [%s] 50%%\n", "of");
    printf("plain\n");
    printf("%s", "");
    printf("tab\there\\ \"quoted\"\n");
    const char raw[3] = {'r', 'a', 'w'};
    printf("[%.3s][%.2s]\n", raw, raw);
    int n = printf("%s\n", "count me");
    printf("%d\n", n);
    n = printf("");
    printf("%d\n", n);
    char with_zero[] = "ab\0cd";
    printf("[%s][%s]\n", with_zero, with_zero + 3);
    printf("%.*s|%.*s\n", 3, "abcdef", 0, "abcdef");
    printf("%s\n" "%s\n", "two", "lines");
    printf("[%5s][%5s]\n", "é", "abc");
    return 0;
}
