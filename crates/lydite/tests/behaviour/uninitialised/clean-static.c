// clean
#include <stdio.h>

static int zero[3];
static struct { int a; double b; char *c; } all;

int main(void)
{
    static int local;
    printf("%d %d\n", zero[2], local);
    printf("%d %g %d\n", all.a, all.b, all.c == NULL);
    return 0;
}
