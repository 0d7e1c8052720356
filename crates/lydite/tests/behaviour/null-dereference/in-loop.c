// has: null-dereference 15
#include <stdio.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
    struct node *p = &a;
    for (int i = 0; i < 4; i++) {
        printf("%d\n", i);
        p->value += i;
        p = p->next;
    }
    return 0;
}
