// has: array-index 11
#include <stdio.h>

struct pair {
    char name[4];
    char rest[4];
};

static void put(struct pair *p, int i, char c)
{
    p->name[i] = c;
}

int main(void)
{
    struct pair p = {"abc", "def"};
    put(&p, 3, 'x');
    printf("%c\n", p.name[3]);
    put(&p, 4, 'y');
    printf("%c\n", p.rest[0]);
    return 0;
}
