// clean
#include <stdint.h>
#include <stdio.h>

struct node {
    int value;
    uintptr_t both;
};

int main(void)
{
    struct node n[3] = {{1, 0}, {2, 0}, {3, 0}};
    n[0].both = (uintptr_t)&n[1];
    n[1].both = (uintptr_t)&n[0] ^ (uintptr_t)&n[2];
    n[2].both = (uintptr_t)&n[1];
    uintptr_t previous = 0, here = (uintptr_t)&n[0];
    while (here) {
        struct node *p = (struct node *)here;
        printf("%d\n", p->value);
        uintptr_t next = p->both ^ previous;
        previous = here;
        here = next;
    }
    return 0;
}
