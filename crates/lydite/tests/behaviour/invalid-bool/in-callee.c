// has: invalid-bool 12
#include <stdio.h>
#include <string.h>

struct s {
    int n;
    _Bool on;
};

static int is_on(const struct s *s)
{
    return s->on ? 1 : 0;
}

int main(void)
{
    struct s s = {1, 1};
    unsigned char bad = 77;
    printf("%d\n", is_on(&s));
    memcpy(&s.on, &bad, 1);
    printf("%d\n", is_on(&s));
    return 0;
}
