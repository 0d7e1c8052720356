#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { int n; char s[]; };
struct table { int rows; struct { int key; double value; } row[]; };
struct zero { int n; int v[0]; };

static struct text *make(const char *s)
{
    int n = (int)strlen(s);
    struct text *t = malloc(sizeof *t + n + 1);
    t->n = n;
    memcpy(t->s, s, n + 1);
    return t;
}

static struct text fixed = {3, "abc"};

int main(void)
{
    struct text *t = make("flexible");
    printf("%d %s\n", t->n, t->s);
    t->s[0] = 'F';
    puts(t->s);
    printf("%d %d\n", (int)sizeof(struct text), (int)offsetof(struct text, s));
    free(t);
    printf("%d %s\n", fixed.n, fixed.s);
    struct table *b = malloc(sizeof *b + 3 * sizeof b->row[0]);
    b->rows = 3;
    for (int i = 0; i < 3; i++) {
        b->row[i].key = i;
        b->row[i].value = i * 1.5;
    }
    double sum = 0;
    for (int i = 0; i < b->rows; i++)
        sum += b->row[i].value;
    printf("%g\n", sum);
    free(b);
    struct zero *z = malloc(sizeof *z + 2 * sizeof(int));
    z->v[1] = 6;
    printf("%d %d\n", z->v[1], (int)sizeof *z);
    free(z);
    struct text *list[2] = {make("one"), make("three")};
    for (int i = 0; i < 2; i++) {
        printf("%s/%d ", list[i]->s, list[i]->n);
        free(list[i]);
    }
    putchar('\n');
    return 0;
}
