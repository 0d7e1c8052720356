// clean
#include <stdio.h>

static int *bigger(int *a, int *b)
{
    return *a > *b ? a : b;
}

static void fill(int **out, int *room)
{
    *room = 12;
    *out = room;
}

int main(void)
{
    int a = 3, b = 5, c;
    int *p = bigger(&a, &b);
    printf("%d\n", *p);
    fill(&p, &c);
    printf("%d\n", *p);
    return 0;
}
