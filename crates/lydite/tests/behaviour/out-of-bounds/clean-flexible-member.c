// clean
#include <stdio.h>
#include <stdlib.h>

struct list {
    int n;
    short items[];
};

int main(void)
{
    struct list *l = malloc(sizeof *l + 3 * sizeof(short));
    l->n = 3;
    for (int i = 0; i < l->n; i++)
        l->items[i] = (short)(i * i);
    printf("%d %d\n", l->items[0], l->items[2]);
    free(l);
    return 0;
}
