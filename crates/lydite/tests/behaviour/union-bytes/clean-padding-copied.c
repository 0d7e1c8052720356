// clean
#include <stdio.h>
#include <string.h>

struct s {
    char c;
    int i;
};

int main(void)
{
    struct s s = {1, 2}, t, u;
    t = s;
    memcpy(&u, &t, sizeof u);
    unsigned char *from = (unsigned char *)&u, *to = (unsigned char *)&s;
    for (size_t k = 0; k < sizeof s; k++)
        to[k] = from[k];
    printf("%d %d %d\n", s.c, u.i, t.c);
    return 0;
}
