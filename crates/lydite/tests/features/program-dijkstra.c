/* Shortest paths: a binary heap with positions, adjacency lists in arrays, Floyd-Warshall as a witness, union-find. */
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 60, NONE = -1 };
#define FAR (INT_MAX / 2)

typedef struct edge {
    short from, to;
    int weight;
    int next;
} edge;

typedef struct {
    int heads[NODES];
    edge *edges;
    int count, room;
} graph;

typedef struct heap {
    int count;
    int nodes[NODES];
    int places[NODES];
    const int *keys;
} heap;

static uint32_t seed = 2463534242u;

static uint32_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    return seed ^= seed << 5;
}

static void graph_init(graph *g)
{
    *g = (graph){.edges = NULL};
    for (int *p = g->heads, *end = p + NODES; p < end;)
        *p++ = NONE;
}

static void connect(graph *g, int from, int to, int weight)
{
    if (g->count == g->room) {
        g->room = g->room ? 2 * g->room : 8;
        g->edges = realloc(g->edges, sizeof(edge) * g->room);
        assert(g->edges);
    }
    g->edges[g->count] = (edge){from, to, weight, g->heads[from]};
    g->heads[from] = g->count++;
}

static inline bool before(const heap *h, int a, int b)
{
    return h->keys[h->nodes[a]] < h->keys[h->nodes[b]] ||
           (h->keys[h->nodes[a]] == h->keys[h->nodes[b]] && h->nodes[a] < h->nodes[b]);
}

static void swap_nodes(heap *h, int a, int b)
{
    int x = h->nodes[a], y = h->nodes[b];
    h->places[h->nodes[a] = y] = a;
    h->places[h->nodes[b] = x] = b;
}

static void sift_up(heap *h, int at)
{
    while (at > 0 && before(h, at, (at - 1) / 2)) {
        swap_nodes(h, at, (at - 1) / 2);
        at = (at - 1) >> 1;
    }
}

static void sift_down(heap *h, int at)
{
    for (int child; (child = 2 * at + 1) < h->count; at = child) {
        if (child + 1 < h->count && before(h, child + 1, child))
            child++;
        if (!before(h, child, at))
            return;
        swap_nodes(h, at, child);
    }
}

static void heap_put(heap *h, int node)
{
    if (h->places[node] == NONE) {
        h->nodes[h->count] = node;
        h->places[node] = h->count++;
    }
    sift_up(h, h->places[node]);
}

static int heap_take(heap *h)
{
    int first = h->nodes[0];
    swap_nodes(h, 0, --h->count);
    h->places[first] = NONE;
    sift_down(h, 0);
    return first;
}

static int dijkstra(const graph *g, int start, int distance[static NODES], int previous[static NODES])
{
    heap h = {.keys = distance};
    int settled = 0;
    for (int i = 0; i < NODES; i++) {
        distance[i] = FAR;
        previous[i] = h.places[i] = NONE;
    }
    distance[start] = 0;
    heap_put(&h, start);
    while (h.count) {
        int at = heap_take(&h);
        settled++;
        for (int e = g->heads[at]; e != NONE; e = g->edges[e].next) {
            const edge *out = &g->edges[e];
            int there = distance[at] + out->weight;
            if (there < distance[out->to]) {
                distance[out->to] = there;
                previous[out->to] = at;
                heap_put(&h, out->to);
            }
        }
    }
    return settled;
}

static void print_path(const int *previous, int to)
{
    if (previous[to] != NONE) {
        print_path(previous, previous[to]);
        printf(">");
    }
    printf("%d", to);
}

static int (*floyd(const graph *g))[NODES]
{
    int (*d)[NODES] = malloc(sizeof(int[NODES][NODES]));
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++)
            d[i][j] = i == j ? 0 : FAR;
    for (int e = 0; e < g->count; e++)
        if (g->edges[e].weight < d[g->edges[e].from][g->edges[e].to])
            d[g->edges[e].from][g->edges[e].to] = g->edges[e].weight;
    for (int k = 0; k < NODES; k++)
        for (int i = 0; i < NODES; i++) {
            if (d[i][k] == FAR)
                continue;
            for (int j = 0; j < NODES; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
        }
    return d;
}

static int by_weight(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    int order = (x->weight > y->weight) - (x->weight < y->weight);
    if (!order)
        order = x->from != y->from ? x->from - y->from : x->to - y->to;
    return order;
}

static int root(int *parents, int n)
{
    while (parents[n] != n)
        n = parents[n] = parents[parents[n]];
    return n;
}

static int spanning_weight(const graph *g, int *used)
{
    edge *sorted = malloc(g->count * sizeof *sorted);
    memcpy(sorted, g->edges, g->count * sizeof *sorted);
    qsort(sorted, g->count, sizeof *sorted, by_weight);
    int parents[NODES], total = *used = 0;
    for (int i = 0; i < NODES; i++)
        parents[i] = i;
    for (const edge *e = sorted; e < &sorted[g->count]; e++) {
        int a = root(parents, e->from), b = root(parents, e->to);
        if (a == b)
            continue;
        parents[a] = b;
        total += e->weight;
        ++*used;
    }
    free(sorted);
    return total;
}

/* Strongly connected components, recursive, with its state in statics. */
static const graph *walked;
static int numbers[NODES], lows[NODES], stack[NODES], depth, counter, components;
static _Bool on_stack[NODES];

static void tarjan(int v)
{
    numbers[v] = lows[v] = ++counter;
    stack[depth++] = v;
    on_stack[v] = 1;
    for (int e = walked->heads[v]; ~e; e = walked->edges[e].next) {
        int w = walked->edges[e].to;
        if (!numbers[w]) {
            tarjan(w);
            lows[v] = lows[w] < lows[v] ? lows[w] : lows[v];
        } else if (on_stack[w] && numbers[w] < lows[v]) {
            lows[v] = numbers[w];
        }
    }
    if (lows[v] == numbers[v]) {
        int w;
        components++;
        do {
            w = stack[--depth];
            on_stack[w] = 0;
        } while (w != v);
    }
}

/* A grid walked breadth first with a ring buffer. */
static int maze(const char *const *rows, int height)
{
    int width = (int)strlen(rows[0]);
    unsigned char seen[height][width];
    struct spot {
        signed char x, y;
        short steps;
    } ring[64], here = {0};
    unsigned head = 0, tail = 0;
    memset(seen, 0, sizeof seen);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (rows[y][x] == 'S')
                ring[head++ % 64] = (struct spot){x, y, 0}, seen[y][x] = 1;
    static const signed char moves[][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    while (tail != head) {
        here = ring[tail++ % 64];
        if (rows[here.y][here.x] == 'E')
            return here.steps;
        for (int m = 0; m < 4; m++) {
            int x = here.x + moves[m][0], y = here.y + moves[m][1];
            if (x < 0 || y < 0 || x >= width || y >= height || rows[y][x] == '#' || seen[y][x])
                continue;
            seen[y][x] = 1;
            ring[head++ % 64] = (struct spot){x, y, here.steps + 1};
        }
    }
    return -1;
}

int main(void)
{
    graph g;
    graph_init(&g);
    for (int i = 0; i < 220; i++) {
        int a = next_random() % NODES, b = next_random() % (NODES - 5);
        connect(&g, a, b, 1 + next_random() % 99);
    }
    int (*all)[NODES] = floyd(&g);
    int distance[NODES], previous[NODES], wrong = 0;
    long total = 0;
    for (int start = 0; start < NODES; start++) {
        int settled = dijkstra(&g, start, distance, previous);
        for (int i = 0; i < NODES; i++) {
            wrong += distance[i] != all[start][i];
            if (distance[i] < FAR)
                total += distance[i], settled--;
        }
        wrong += settled != 0;
    }
    free(all);
    printf("edges %d, total %ld, wrong %d\n", g.count, total, wrong);
    dijkstra(&g, 7, distance, previous);
    for (int i = 0; i < NODES; i += 13) {
        if (distance[i] == FAR)
            continue;
        printf("%2d: %3d  ", i, distance[i]);
        print_path(previous, i);
        putchar('\n');
    }
    int used, weight = spanning_weight(&g, &used);
    printf("forest of %d edges weighs %d\n", used, weight);
    walked = &g;
    for (int i = 0; i < NODES; i++)
        if (!numbers[i])
            tarjan(i);
    printf("%d components\n", components);
    free(g.edges);

    static const char *const rows[] = {"S.#.......", ".##.####.#", "....#....#", ".####.##.#", "......#..E"};
    printf("maze %d, closed %d\n", maze(rows, 5), maze((const char *const[]){"S#E"}, 1));
    return wrong;
}
