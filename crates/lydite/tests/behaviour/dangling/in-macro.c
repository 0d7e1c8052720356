// has: dangling 19
#include <stdio.h>
#include <stdlib.h>

#define NEXT(n) ((n)->next)

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = NULL;
    printf("%d\n", NEXT(n) == NULL);
    free(n);
    printf("%d\n", NEXT(n) == NULL);
    return 0;
}
