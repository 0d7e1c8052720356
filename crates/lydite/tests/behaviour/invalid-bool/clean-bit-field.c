// clean
#include <stdio.h>

struct flags {
    _Bool a : 1;
    _Bool b : 1;
    unsigned c : 2;
};

int main(void)
{
    struct flags f = {2, 0, 2};
    printf("%d %d %d\n", f.a, f.b, f.c);
    f.b = 4;
    f.a = !f.b;
    printf("%d %d\n", f.a, f.b);
    return 0;
}
