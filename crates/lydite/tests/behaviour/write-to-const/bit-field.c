// has: write-to-const 10
#include <stdio.h>

struct flags { int kind : 8; unsigned set : 3; };

int main(void)
{
    const struct flags f = {.kind = 1, .set = 2};
    struct flags *p = (struct flags *)&f;
    p->set = 3;
    printf("%u\n", f.set);
    return 0;
}
