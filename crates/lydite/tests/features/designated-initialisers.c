#include <stdio.h>

struct point { int x, y; };
struct shape { const char *name; struct point at[3]; int n; };

static int sparse[10] = {[2] = 5, [7] = 9, 10, [0] = 1};
static int ranged[12] = {[1 ... 3] = 7, [6 ... 8] = 2, [7] = 100, 200};
static int sized[] = {[4] = 1, 2, [1] = 3};
static char letters[] = {['a' - 'a'] = 'A', ['d' - 'a'] = 'D', [4] = 0};
static struct shape shapes[] = {
    [1] = {.n = 2, .at = {[1] = {.y = 5}, {6, 7}}, .name = "one"},
    [0].name = "zero", [0].at[2].x = 9, [0].n = 3,
    [2] = {"two", {{1, 2}, {3, 4}}, .n = 1},
};
static int matrix[3][3] = {[1] = {4, 5, 6}, [0][2] = 3, [2] = {[1] = 8}};

static void show(const int *a, int n)
{
    for (int i = 0; i < n; i++)
        printf("%d ", a[i]);
    putchar('\n');
}

int main(void)
{
    show(sparse, 10);
    show(ranged, 12);
    show(sized, sizeof sized / sizeof *sized);
    printf("%c%c %d\n", letters[0], letters[3], letters[1]);
    for (int i = 0; i < 3; i++) {
        printf("%s %d:", shapes[i].name, shapes[i].n);
        for (int j = 0; j < 3; j++)
            printf(" (%d,%d)", shapes[i].at[j].x, shapes[i].at[j].y);
        putchar('\n');
    }
    for (int i = 0; i < 3; i++)
        show(matrix[i], 3);
    struct point p = {.y = 1, .x = 2}, q = {.x = 3, 4}, r = {.y = 5};
    printf("%d %d %d %d %d %d\n", p.x, p.y, q.x, q.y, r.x, r.y);
    struct point over = {.x = 1, .y = 2, .x = 3};
    printf("%d %d\n", over.x, over.y);
    struct { struct point a; int b[4]; } s = {.a.y = 1, .b[2] = 3, 4, .a.x = 5};
    printf("%d %d\n", s.a.x, s.a.y);
    show(s.b, 4);
    int n = 3;
    int dynamic[5] = {[1] = n, [3] = n * n};
    show(dynamic, 5);
    union { int i; float f; } u = {.f = 0.5f};
    printf("%g\n", u.f);
    struct { int a; struct { int b, c; } in; } old = {a: 1, in: {c: 2}};
    printf("%d %d %d\n", old.a, old.in.b, old.in.c);
    return 0;
}
