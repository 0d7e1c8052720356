// has: out-of-bounds 17
#include <stdio.h>
#include <stdlib.h>

struct list {
    int n;
    int items[];
};

int main(void)
{
    struct list *l = malloc(sizeof *l + 2 * sizeof(int));
    l->n = 2;
    l->items[0] = 1;
    l->items[1] = 2;
    printf("%d\n", l->items[1]);
    l->items[l->n] = 3;
    free(l);
    return 0;
}
