// has: union-bytes 15
#include <stdio.h>

struct s {
    char c;
    int i;
};

int main(void)
{
    struct s s;
    s = (struct s){1, 2};
    const unsigned char *p = (const unsigned char *)&s;
    printf("%d\n", p[0]);
    printf("%d\n", p[1]);
    return 0;
}
