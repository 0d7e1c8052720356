// clean
#include <stdio.h>

struct bits {
    unsigned a : 4;
    unsigned b : 4;
};

int main(void)
{
    char from[] = "copy", to[5];
    char *p = from, *q = to;
    while ((*q++ = *p++))
        ;
    printf("%s\n", to);
    int a[2] = {1, 2};
    a[0] = a[1]++;
    printf("%d %d\n", a[0], a[1]);
    struct bits b = {1, 2};
    b.a = b.b++;
    printf("%d %d\n", b.a, b.b);
    return 0;
}
