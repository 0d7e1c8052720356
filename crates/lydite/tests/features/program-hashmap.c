/* A hash map with chaining, intrusive lists and container_of, an LRU cache on top of both. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

struct list_head {
    struct list_head *next, *prev;
};

#define LIST_HEAD_INIT(name) {&(name), &(name)}

static inline void list_init(struct list_head *head)
{
    head->next = head->prev = head;
}

static inline void list_insert(struct list_head *item, struct list_head *prev, struct list_head *next)
{
    next->prev = item;
    item->next = next;
    item->prev = prev;
    prev->next = item;
}

static inline void list_add(struct list_head *item, struct list_head *head)
{
    list_insert(item, head, head->next);
}

static inline void list_add_tail(struct list_head *item, struct list_head *head)
{
    list_insert(item, head->prev, head);
}

static inline void list_del(struct list_head *item)
{
    item->next->prev = item->prev;
    item->prev->next = item->next;
    item->next = item->prev = NULL;
}

static inline int list_empty(const struct list_head *head)
{
    return head->next == head;
}

/* At the end the head is taken for an entry, but nothing of that entry is accessed. */
#define list_for_each_entry(pos, head, member)                                    \
    for (pos = container_of((head)->next, __typeof__(*pos), member);             \
         &pos->member != (head);                                                  \
         pos = container_of(pos->member.next, __typeof__(*pos), member))

#define list_for_each_safe(pos, n, head) \
    for (pos = (head)->next, n = pos->next; pos != (head); pos = n, n = pos->next)

/* Keys of any bytes, stored behind the node. */
struct entry {
    struct entry *chain;
    struct list_head order;
    uint32_t hash;
    int value;
    size_t key_length;
    unsigned char key[];
};

typedef uint32_t (*hash_fn)(const void *bytes, size_t n);

struct map {
    struct entry **buckets;
    unsigned bits;
    size_t count;
    hash_fn hash;
    struct list_head order;
    struct {
        unsigned long probes, hits, misses, grown;
    } stats;
};

static uint32_t fnv1a(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint32_t h = 2166136261u;
    while (n--)
        h = (h ^ *p++) * 16777619u;
    return h;
}

static uint32_t murmurish(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint32_t h = (uint32_t)n;
    for (; n >= 4; n -= 4, p += 4) {
        uint32_t k = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        k *= 0xcc9e2d51u;
        k = k << 15 | k >> 17;
        h ^= k * 0x1b873593u;
        h = (h << 13 | h >> 19) * 5 + 0xe6546b64u;
    }
    switch (n) {
    case 3:
        h ^= (uint32_t)p[2] << 16;
        /* fall through */
    case 2:
        h ^= (uint32_t)p[1] << 8;
        __attribute__((fallthrough));
    case 1:
        h = (h ^ p[0]) * 0x85ebca6bu;
    }
    return h ^ h >> 16;
}

static void map_init(struct map *m, hash_fn hash)
{
    memset(m, 0, sizeof *m);
    m->bits = 2;
    m->hash = hash;
    m->buckets = calloc((size_t)1 << m->bits, sizeof *m->buckets);
    list_init(&m->order);
}

static size_t slot(const struct map *m, uint32_t hash)
{
    return (hash * 2654435769u) >> (32 - m->bits);
}

static struct entry **find_place(struct map *m, const void *key, size_t n, uint32_t hash)
{
    struct entry **place = &m->buckets[slot(m, hash)];
    for (; *place; place = &(*place)->chain) {
        m->stats.probes++;
        if ((*place)->hash == hash && (*place)->key_length == n && !memcmp((*place)->key, key, n))
            break;
    }
    return place;
}

static void grow(struct map *m)
{
    struct entry **old = m->buckets;
    size_t n = (size_t)1 << m->bits++;
    m->buckets = calloc((size_t)1 << m->bits, sizeof *m->buckets);
    for (size_t i = 0; i < n; i++) {
        for (struct entry *e = old[i], *next; e; e = next) {
            next = e->chain;
            struct entry **bucket = &m->buckets[slot(m, e->hash)];
            e->chain = *bucket;
            *bucket = e;
        }
    }
    free(old);
    m->stats.grown++;
}

static int *map_put(struct map *m, const void *key, size_t n)
{
    uint32_t hash = m->hash(key, n);
    struct entry **place = find_place(m, key, n, hash);
    if (!*place) {
        if (m->count >= (size_t)3 << m->bits >> 2) {
            grow(m);
            place = find_place(m, key, n, hash);
        }
        struct entry *e = malloc(offsetof(struct entry, key) + n);
        assert(e != NULL);
        e->chain = *place;
        e->hash = hash;
        e->value = 0;
        e->key_length = n;
        memcpy(e->key, key, n);
        list_add_tail(&e->order, &m->order);
        *place = e;
        m->count++;
    }
    return &(*place)->value;
}

static const int *map_get(struct map *m, const void *key, size_t n)
{
    struct entry *e = *find_place(m, key, n, m->hash(key, n));
    e ? m->stats.hits++ : m->stats.misses++;
    return e ? &e->value : NULL;
}

static int map_remove(struct map *m, const void *key, size_t n)
{
    struct entry **place = find_place(m, key, n, m->hash(key, n));
    struct entry *e = *place;
    if (!e)
        return 0;
    *place = e->chain;
    list_del(&e->order);
    free(e);
    m->count--;
    return 1;
}

static void map_free(struct map *m)
{
    struct list_head *pos, *next;
    list_for_each_safe(pos, next, &m->order) {
        free(container_of(pos, struct entry, order));
    }
    free(m->buckets);
    m->buckets = NULL;
}

static int by_count(const void *a, const void *b)
{
    const struct entry *x = *(const struct entry *const *)a, *y = *(const struct entry *const *)b;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    size_t n = x->key_length < y->key_length ? x->key_length : y->key_length;
    int order = memcmp(x->key, y->key, n);
    return order ? order : (x->key_length > y->key_length) - (x->key_length < y->key_length);
}

static void count_words(hash_fn hash, const char *name)
{
    static const char text[] =
        "the quick brown fox jumps over the lazy dog while the other dog sleeps and the fox runs over the hill "
        "to the river where a lazy cat and a quick bird wait for the fox to jump over the dog again and again";
    struct map m;
    map_init(&m, hash);
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, " ");
        ++*map_put(&m, p, n);
        p += n;
        p += strspn(p, " ");
    }
    struct entry **sorted = malloc(m.count * sizeof *sorted), *e;
    size_t i = 0;
    list_for_each_entry(e, &m.order, order)
        sorted[i++] = e;
    assert(i == m.count);
    qsort(sorted, m.count, sizeof *sorted, by_count);
    printf("%s: %zu words, grown %lu times\n", name, m.count, m.stats.grown);
    for (i = 0; i < m.count && i < 8; i++)
        printf("  %-8.*s %d\n", (int)sorted[i]->key_length, (const char *)sorted[i]->key, sorted[i]->value);
    free(sorted);
    int first = map_remove(&m, "fox", 3), second = map_remove(&m, "fox", 3);
    printf("  remove: %d %d\n", first, second);
    const int *dog = map_get(&m, "dog", 3), *fox = map_get(&m, "fox", 3);
    printf("  dog %d, fox %s, hits %lu, misses %lu\n", dog ? *dog : -1, fox ? "there" : "gone", m.stats.hits, m.stats.misses);
    map_free(&m);
}

/* Least recently used pages of a slow function. */
struct page {
    struct list_head recency;
    unsigned number;
    unsigned content;
};

static struct list_head recent = LIST_HEAD_INIT(recent);
static unsigned loads;

static unsigned fetch(unsigned number, unsigned capacity, unsigned *used)
{
    struct page *p;
    list_for_each_entry(p, &recent, recency) {
        if (p->number == number) {
            list_del(&p->recency);
            list_add(&p->recency, &recent);
            return p->content;
        }
    }
    if (*used == capacity) {
        p = container_of(recent.prev, struct page, recency);
        list_del(&p->recency);
    } else {
        p = malloc(sizeof *p);
        ++*used;
    }
    loads++;
    p->number = number;
    p->content = number * number + 1;
    list_add(&p->recency, &recent);
    return p->content;
}

int main(void)
{
    count_words(fnv1a, "fnv1a");
    count_words(murmurish, "murmurish");

    struct map squares;
    map_init(&squares, murmurish);
    for (int i = -500; i < 500; i++)
        *map_put(&squares, &i, sizeof i) = i * i;
    long sum = 0;
    for (int i = -600; i < 600; i += 7) {
        const int *v = map_get(&squares, &i, sizeof i);
        sum += v ? *v : -1;
    }
    printf("squares: %zu, sum %ld, hits %lu, misses %lu\n", squares.count, sum, squares.stats.hits, squares.stats.misses);
    for (int i = -500; i < 500; i += 2)
        map_remove(&squares, &i, sizeof i);
    printf("left: %zu\n", squares.count);
    map_free(&squares);

    unsigned used = 0, state = 12345, total = 0;
    for (int i = 0; i < 2000; i++) {
        state = state * 1103515245u + 12345u;
        total += fetch((state >> 16) % 24, 16, &used);
    }
    printf("cache: %u loads, total %u, newest %u\n", loads, total, container_of(recent.next, struct page, recency)->number);
    struct list_head *pos, *next;
    list_for_each_safe(pos, next, &recent) {
        list_del(pos);
        free(container_of(pos, struct page, recency));
    }
    printf("empty: %d\n", list_empty(&recent));
    return 0;
}
