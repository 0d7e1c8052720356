/* Allocators: an arena with alignment by address arithmetic, a pool with an intrusive free list, tagged pointers. */
#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct chunk chunk;
struct chunk {
    chunk *next;
    unsigned char *at, *end;
    max_align_t data[];
};

typedef struct {
    chunk *chunks;
    size_t chunk_size;
    unsigned allocated, chunk_count;
} arena;

#define ALIGN_UP(n, a) (((n) + ((a)-1)) & ~((uintptr_t)(a)-1))
#define IS_ALIGNED(p, a) (((uintptr_t)(p) & ((a)-1)) == 0)
#define NEW(arena, type, ...) ((type *)memcpy(arena_take(arena, sizeof(type), alignof(type)), &(type){__VA_ARGS__}, sizeof(type)))

static void *arena_take(arena *a, size_t size, size_t align)
{
    chunk *c = a->chunks;
    if (c) {
        /* The bytes to skip come from the address; the pointer itself moves by arithmetic. */
        size_t skip = -(uintptr_t)c->at & (align - 1);
        if (skip + size <= (size_t)(c->end - c->at)) {
            void *p = c->at + skip;
            c->at += skip + size;
            a->allocated++;
            return p;
        }
    }
    size_t room = a->chunk_size > size + align ? a->chunk_size : size + align;
    c = malloc(offsetof(chunk, data) + room);
    if (!c)
        abort();
    c->next = a->chunks;
    c->at = (unsigned char *)c->data;
    c->end = c->at + room;
    a->chunks = c;
    a->chunk_count++;
    return arena_take(a, size, align);
}

static char *arena_print(arena *a, const char *head, int n, const char *tail)
{
    int length = snprintf(NULL, 0, "%s-%d-%s", head, n, tail);
    char *s = arena_take(a, (size_t)length + 1, 1);
    sprintf(s, "%s-%d-%s", head, n, tail);
    return s;
}

static void arena_clear(arena *a)
{
    for (chunk *c = a->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    a->chunks = NULL;
}

/* Aligned blocks over malloc: the original pointer is kept right before the block. */
static void *aligned_take(size_t size, size_t align)
{
    void *raw = malloc(size + align + sizeof(void *));
    if (!raw)
        return NULL;
    uintptr_t address = ALIGN_UP((uintptr_t)raw + sizeof(void *), align);
    void **block = (void **)address;
    block[-1] = raw;
    return block;
}

static void aligned_give(void *block)
{
    if (block)
        free(((void **)block)[-1]);
}

/* A pool of equal cells; a free cell holds the link to the next. */
typedef union cell {
    union cell *next;
    struct {
        int32_t key;
        float weight;
        char label[12];
    } item;
} cell;

typedef struct {
    cell *cells, *free;
    size_t count, used, peak;
} pool;

static void pool_init(pool *p, size_t count)
{
    *p = (pool){.cells = calloc(count, sizeof(cell)), .count = count};
    for (size_t i = count; i-- > 0;) {
        p->cells[i].next = p->free;
        p->free = &p->cells[i];
    }
}

static cell *pool_take(pool *p)
{
    cell *c = p->free;
    if (c) {
        p->free = c->next;
        memset(&c->item, 0, sizeof c->item);
        if (++p->used > p->peak)
            p->peak = p->used;
    }
    return c;
}

static void pool_give(pool *p, cell *c)
{
    assert(c >= p->cells && c < p->cells + p->count);
    c->next = p->free;
    p->free = c;
    p->used--;
}

/* A binary tree whose links carry a colour in their lowest bit. */
typedef struct tnode tnode;
struct tnode {
    uintptr_t links[2];
    int key;
};

enum { RED = 1 };

static tnode *link_node(uintptr_t link)
{
    return (tnode *)(link & ~(uintptr_t)RED);
}

static unsigned link_colour(uintptr_t link)
{
    return (unsigned)(link & RED);
}

static void tree_add(arena *a, tnode **root, int key)
{
    tnode *fresh = NEW(a, tnode, {0, 0}, key);
    if (!*root) {
        *root = fresh;
        return;
    }
    for (tnode *n = *root;;) {
        uintptr_t *link = &n->links[key > n->key];
        if (!link_node(*link)) {
            *link = (uintptr_t)fresh | (key % 3 == 0 ? RED : 0);
            return;
        }
        n = link_node(*link);
    }
}

static void tree_walk(uintptr_t link, int depth, int *reds, int *deepest, int **out)
{
    const tnode *n = link_node(link);
    if (!n)
        return;
    tree_walk(n->links[0], depth + 1, reds, deepest, out);
    *reds += link_colour(link);
    if (depth > *deepest)
        *deepest = depth;
    *(*out)++ = n->key;
    tree_walk(n->links[1], depth + 1, reds, deepest, out);
}

/* A growing array with its header before the elements. */
typedef struct {
    size_t count, room;
    alignas(max_align_t) char elements[];
} header;

#define vec_header(v) ((header *)((char *)(v)-offsetof(header, elements)))
#define vec_count(v) ((v) ? vec_header(v)->count : 0)
#define vec_push(v, x) ((v) = vec_grow((v), sizeof *(v)), (v)[vec_header(v)->count++] = (x))
#define vec_free(v) ((v) ? (free(vec_header(v)), (v) = NULL) : NULL)

static void *vec_grow(void *v, size_t size)
{
    header *h = v ? vec_header(v) : NULL;
    if (h && h->count < h->room)
        return v;
    size_t room = h ? h->room * 2 : 3;
    header *bigger = realloc(h, offsetof(header, elements) + room * size);
    if (!h)
        bigger->count = 0;
    bigger->room = room;
    return bigger->elements;
}

struct wide {
    alignas(64) char bytes[64];
};

int main(void)
{
    arena a = {.chunk_size = 256};
    char *strings[20];
    int misaligned = 0;
    for (int i = 0; i < 20; i++) {
        strings[i] = arena_print(&a, i % 2 ? "odd" : "even", i * i, "tail");
        double *d = NEW(&a, double, i / 4.0);
        struct wide *w = arena_take(&a, sizeof *w, alignof(struct wide));
        memset(w, i, sizeof *w);
        misaligned += !IS_ALIGNED(d, alignof(double)) + !IS_ALIGNED(w, 64) + !IS_ALIGNED(a.chunks->data, alignof(max_align_t));
        if (*d * 4 != i || w->bytes[63] != i)
            puts("broken");
    }
    for (int i = 0; i < 20; i += 6)
        printf("%s ", strings[i]);
    printf("| %u pieces, misaligned %d, %s\n", a.allocated, misaligned, a.chunk_count > 5 ? "many chunks" : "few chunks");

    tnode *root = NULL;
    unsigned x = 17;
    for (int i = 0; i < 100; i++) {
        x = (x * 73 + 41) % 1009;
        tree_add(&a, &root, (int)x);
    }
    int sorted[100], *end = sorted, reds = 0, deepest = 0;
    tree_walk((uintptr_t)root, 1, &reds, &deepest, &end);
    bool ordered = end - sorted == 100;
    for (int *p = sorted; p + 1 < end; p++)
        ordered &= p[0] <= p[1];
    printf("tree: ordered %d, reds %d, depth %d, median %d\n", ordered, reds, deepest, sorted[50]);
    arena_clear(&a);

    for (size_t align = sizeof(void *); align <= 256; align *= 2) {
        int *block = aligned_take(10 * sizeof *block, align);
        for (int i = 0; i < 10; i++)
            block[i] = i;
        printf("%d", IS_ALIGNED(block, align) && block[9] == 9);
        aligned_give(block);
    }
    putchar('\n');

    pool p;
    pool_init(&p, 8);
    cell *held[10] = {0};
    for (int round = 0; round < 40; round++) {
        int i = (round * 7 + round / 3) % 10;
        if (held[i]) {
            pool_give(&p, held[i]);
            held[i] = NULL;
        } else if ((held[i] = pool_take(&p))) {
            held[i]->item.key = round;
            held[i]->item.weight = round * 0.5f;
            snprintf(held[i]->item.label, sizeof held[i]->item.label, "round %d", round);
        }
    }
    printf("pool: used %zu, peak %zu\n", p.used, p.peak);
    for (int i = 0; i < 10; i++)
        if (held[i])
            printf("  %td: %d %g %s\n", held[i] - p.cells, held[i]->item.key, held[i]->item.weight, held[i]->item.label);
    free(p.cells);

    long *longs = NULL;
    struct pair { char c; double d; } *pairs = NULL;
    for (int i = 0; i < 50; i++) {
        vec_push(longs, i * 1000L);
        if (i % 5 == 0)
            vec_push(pairs, ((struct pair){'a' + i / 5, i / 8.0}));
    }
    printf("%zu %ld %zu %c %g\n", vec_count(longs), longs[49], vec_count(pairs), pairs[9].c, pairs[9].d);
    vec_free(longs);
    vec_free(pairs);
    printf("%d\n", longs == NULL && pairs == NULL && vec_count(longs) == 0);
    return 0;
}
