// clean
#include <stdio.h>

struct cell {
    char tag;
    int v[2];
};

int main(void)
{
    struct cell cells[3] = {{'a', {1, 2}}, {'b', {3, 4}}, {'c', {5, 6}}};
    for (struct cell *c = cells; c < cells + 3; c++)
        printf("%c %d %d\n", c->tag, c->v[0], c->v[1]);
    return 0;
}
