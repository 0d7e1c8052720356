// clean
#include <stdio.h>
#include <stdlib.h>

struct tail {
    int n;
    int items[0];
};

int main(void)
{
    struct tail *t = malloc(sizeof *t + 2 * sizeof(int));
    t->n = 2;
    t->items[0] = 5;
    t->items[1] = 6;
    printf("%d %d\n", t->items[1], sizeof(struct tail) == sizeof(int));
    free(t);
    return 0;
}
