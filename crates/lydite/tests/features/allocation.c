#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int value; struct node *next; };
struct vec { int n, room; int *data; };

static void push(struct vec *v, int x)
{
    if (v->n == v->room) {
        v->room = v->room ? v->room * 2 : 2;
        v->data = realloc(v->data, v->room * sizeof *v->data);
    }
    v->data[v->n++] = x;
}

int main(void)
{
    int *p = malloc(4 * sizeof *p);
    for (int i = 0; i < 4; i++)
        p[i] = i * 3;
    p = realloc(p, 8 * sizeof *p);
    p[7] = 99;
    printf("%d %d\n", p[3], p[7]);
    p = realloc(p, 2 * sizeof *p);
    printf("%d\n", p[1]);
    free(p);
    double *z = calloc(5, sizeof *z);
    printf("%g %g\n", z[0], z[4]);
    free(z);
    struct node *head = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        *n = (struct node){i, head};
        head = n;
    }
    while (head) {
        struct node *n = head;
        printf("%d ", n->value);
        head = n->next;
        free(n);
    }
    putchar('\n');
    struct vec v = {0};
    for (int i = 0; i < 20; i++)
        push(&v, i * i);
    printf("%d %d %d\n", v.n, v.room, v.data[19]);
    free(v.data);
    int **m = malloc(3 * sizeof *m);
    for (int i = 0; i < 3; i++) {
        m[i] = calloc(3, sizeof **m);
        m[i][i] = i + 1;
    }
    printf("%d %d %d %d\n", m[0][0], m[1][1], m[2][2], m[0][2]);
    for (int i = 0; i < 3; i++)
        free(m[i]);
    free(m);
    char *s = malloc(6);
    strcpy(s, "heapy");
    s = realloc(s, 12);
    strcat(s, "-more");
    puts(s);
    free(s);
    void *a = malloc(1), *b = malloc(1);
    printf("%d %d\n", a != b, (uintptr_t)a % _Alignof(long long) == 0);
    free(a);
    free(b);
    free(NULL);
    int (*grid)[4] = malloc(3 * sizeof *grid);
    grid[2][3] = 23;
    printf("%d\n", grid[2][3]);
    free(grid);
    p = realloc(NULL, sizeof *p);
    *p = 1;
    printf("%d\n", *p);
    free(p);
    return 0;
}
