// has: null-dereference 13
#include <stdio.h>

struct pair {
    int first, second;
};

int main(void)
{
    struct pair pair = {1, 2}, *p = &pair;
    printf("%d\n", *&p->first);
    p = NULL;
    int *q = &p->first;
    printf("%d\n", q == NULL);
    return 0;
}
