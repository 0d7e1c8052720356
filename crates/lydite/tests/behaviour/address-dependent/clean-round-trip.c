// clean
#include <stdint.h>
#include <stdio.h>

struct node {
    int value;
    uintptr_t link;
};

int main(void)
{
    struct node c = {3, 0}, b = {2, (uintptr_t)&c}, a = {1, (uintptr_t)&b};
    int sum = 0;
    for (struct node *p = &a; p; p = (struct node *)p->link)
        sum += p->value;
    printf("%d\n", sum);
    return 0;
}
