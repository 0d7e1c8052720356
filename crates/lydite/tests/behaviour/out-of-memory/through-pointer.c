// has: out-of-memory 15
#include <stdio.h>
#include <stdlib.h>

struct block {
    struct block *next;
    char room[65528];
};

int main(void)
{
    struct block *head = NULL;
    struct block **end = &head;
    printf("before\n");
    for (;;) { *end = calloc(1, sizeof **end); end = &(*end)->next; }
}
