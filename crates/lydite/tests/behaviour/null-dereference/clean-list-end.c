// clean
#include <stdio.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
    int sum = 0;
    for (struct node *p = &a; p; p = p->next)
        sum += p->value;
    printf("%d\n", sum);
    return 0;
}
