// clean
#include <stdio.h>
#include <string.h>

struct s {
    char c;
    int i;
};

int main(void)
{
    struct s s;
    memset(&s, 7, sizeof s);
    unsigned char *p = (unsigned char *)&s;
    p[1] = 9;
    printf("%d %d\n", p[1], p[2]);
    printf("%d\n", s.c);
    return 0;
}
