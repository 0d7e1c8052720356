#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    unsigned key;
    short weight;
    unsigned flags : 5;
    int level : 7;
};

static struct node *buckets[1024];

static struct node *find(unsigned key)
{
    for (struct node *n = buckets[key % 1024]; n; n = n->next)
        if (n->key == key)
            return n;
    return NULL;
}

int main(void)
{
    unsigned x = 12345, hits = 0;
    long sum = 0;
    for (int i = 0; i < 300000; i++) {
        x = x * 1103515245u + 12345u;
        unsigned key = x >> 16 & 0x1fff;
        struct node *n = find(key);
        if (!n) {
            n = malloc(sizeof *n);
            *n = (struct node){buckets[key % 1024], key, 0, 0, 0};
            buckets[key % 1024] = n;
        } else {
            hits++;
        }
        n->weight += 3;
        n->flags++;
        n->level = (int)(key & 31) - 16;
        sum += n->flags + n->level;
    }
    printf("%u %ld\n", hits, sum);
    return 0;
}
