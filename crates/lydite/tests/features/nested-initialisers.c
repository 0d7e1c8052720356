#include <stdio.h>

struct in { char c; short s[2]; };
struct out { int a; struct in b[2]; double d; };
struct wrap { struct out o; int tail; };

static struct wrap global = {{1, {{'a', {2, 3}}, {'b', {4, 5}}}, 6.5}, 7};
static struct wrap flat = {1, 'x', 2, 3, 'y', 4, 5, 6.5, 7};
static struct wrap partial = {{9, {{'q'}}}};
static int cube[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
static int flatcube[2][2][2] = {1, 2, 3, 4, 5, 6, 7, 8};
static int mixed[2][3] = {{1}, 2, 3, 4};
static const char *names[][2] = {{"a", "b"}, {"c"}, {0, "d"}};
static char texts[3][6] = {"one", {"two"}, {'t', 'h', 'r', 'e', 'e', 0}};
static int scalar = {5};
static int *pointers[] = {&scalar, &cube[1][0][1], mixed[1]};

static void show(const struct wrap *w)
{
    printf("%d", w->o.a);
    for (int i = 0; i < 2; i++)
        printf(" %d:%d,%d", w->o.b[i].c, w->o.b[i].s[0], w->o.b[i].s[1]);
    printf(" %g %d\n", w->o.d, w->tail);
}

int main(void)
{
    show(&global);
    show(&flat);
    show(&partial);
    struct wrap local = {flat.o, 70}, copy = local;
    local.o.b[1].s[1] = 99;
    show(&local);
    show(&copy);
    struct wrap inner = {.o = {.b = {{.s = {1}}, global.o.b[1]}}, 3};
    inner.tail++;
    show(&inner);
    for (int i = 0; i < 8; i++)
        printf("%d %d ", cube[i / 4][i / 2 % 2][i % 2], flatcube[i / 4][i / 2 % 2][i % 2]);
    putchar('\n');
    for (int i = 0; i < 6; i++)
        printf("%d ", mixed[i / 3][i % 3]);
    putchar('\n');
    printf("%s %s %s %d %s\n", names[0][0], names[0][1], names[1][0], names[1][1] == 0, names[2][1]);
    printf("%s %s %s %d\n", texts[0], texts[1], texts[2], texts[0][5]);
    printf("%d %d %d %d\n", scalar, *pointers[0], *pointers[1], *pointers[2]);
    int a[][2] = {1, 2, 3, 4, 5};
    printf("%d %d\n", (int)(sizeof a / sizeof *a), a[2][1]);
    int zero[3] = {};
    struct out empty = {};
    printf("%d %d %g\n", zero[2], empty.b[1].s[1], empty.d);
    char exact[3] = "abc", longer[6] = "ab";
    printf("%c %d\n", exact[2], longer[4]);
    return 0;
}
