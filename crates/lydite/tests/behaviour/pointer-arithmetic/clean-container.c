// clean
#include <stddef.h>
#include <stdio.h>

struct node {
    int value;
    struct { int tag; } link;
};

int main(void)
{
    struct node n = {5, {6}};
    char *inside = (char *)&n + offsetof(struct node, link);
    struct node *back = (struct node *)(inside - offsetof(struct node, link));
    printf("%d %d\n", back->value, back->link.tag);
    char *end = (char *)&n + sizeof n;
    printf("%d\n", end - (char *)&n == sizeof n);
    return 0;
}
