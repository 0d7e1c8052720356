// has: unsequenced 14
#include <stdio.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node a = {1, NULL}, b = {2, NULL};
    struct node *p = &a;
    printf("%d\n", p->value);
    p->next = p = &b;
    printf("%d\n", p->value);
    return 0;
}
