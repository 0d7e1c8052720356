// clean
#include <stdio.h>

struct flags { int kind : 8; unsigned set : 3; long rest; };

static int weigh(const struct flags *f) { return f->kind * 10 + (int)f->set; }

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        const struct flags f = {.kind = i, .set = 2};
        sum += weigh(&f) + weigh(&(const struct flags){.kind = -i, .set = 1});
    }
    static const struct flags table[] = {{1, 2, 3}, {-4, 5, 6}};
    printf("%d %d %d\n", sum, weigh(table), weigh(table + 1));
    return 0;
}
