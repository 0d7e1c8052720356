#include <stdio.h>

struct point { int x, y; };

static int sum(const int *a, int n)
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += a[i];
    return t;
}

static int norm(struct point p) { return p.x * p.x + p.y * p.y; }
static struct point *global = &(struct point){100, 200};
static const int *table = (const int[]){3, 1, 4, 1, 5};
static struct point swap(struct point p) { return (struct point){p.y, p.x}; }

int main(void)
{
    printf("%d\n", sum((int[]){1, 2, 3}, 3));
    printf("%d\n", sum((int[5]){1, [3] = 9}, 5));
    printf("%d\n", norm((struct point){3, 4}));
    printf("%d\n", norm((struct point){.y = 2}));
    printf("%d %d\n", global->x, global->y);
    global->x++;
    printf("%d\n", global->x);
    printf("%d\n", table[2] + table[4]);
    int *p = (int[]){7, 8, 9};
    p[1] = 80;
    printf("%d %d %d\n", p[0], p[1], p[2]);
    struct point *q = &(struct point){1, 2};
    q->y = 5;
    printf("%d %d\n", q->x, q->y);
    printf("%d\n", (int){42});
    (int){1} = 2;
    int *r = &(int){10};
    ++*r;
    printf("%d\n", *r);
    for (int i = 0; i < 3; i++) {
        int *fresh = &(int){i * 10};
        *fresh += 1;
        printf("%d ", *fresh);
    }
    putchar('\n');
    printf("%d\n", swap((struct point){5, 6}).x);
    printf("%s\n", (char[]){"text"});
    printf("%d\n", (int)sizeof((int[]){1, 2, 3}) / (int)sizeof(int));
    struct point a[2] = {(struct point){1, 2}, swap((struct point){3, 4})};
    printf("%d %d %d %d\n", a[0].x, a[0].y, a[1].x, a[1].y);
    struct point assigned;
    assigned = (struct point){1, 9};
    printf("%d %d\n", assigned.x, assigned.y);
    int n = 4;
    printf("%d\n", ((int[]){n, n + 1, n + 2})[n - 2]);
    const char *const *words = (const char *const[]){"a", "bc", 0};
    while (*words)
        puts(*words++);
    return 0;
}
