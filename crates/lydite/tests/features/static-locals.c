#include <stdio.h>

static int next(void) { static int n = 100; return n++; }
static int *room(void) { static int a[3] = {1, 2, 3}; return a; }
static const char *twice(int which)
{
    static const char *const names[2] = {"even", "odd"};
    return names[which & 1];
}

static int recursive(int n)
{
    static int depth, deepest;
    depth++;
    if (depth > deepest)
        deepest = depth;
    if (n > 0)
        recursive(n - 1);
    depth--;
    return deepest;
}

static int blocks(int x)
{
    int total = 0;
    {
        static int a = 1;
        total += a += x;
    }
    {
        static int a = 10;
        total += a += x;
    }
    return total;
}

static struct counter { int hits; double sum; } *counter(double x)
{
    static struct counter c = {.hits = 0};
    c.hits++;
    c.sum += x;
    return &c;
}

int main(void)
{
    int a = next(), b = next(), c = next();
    printf("%d %d %d\n", a, b, c);
    room()[1] += 10;
    room()[1] += 10;
    printf("%d %d\n", room()[1], room() == room());
    printf("%s %s\n", twice(2), twice(3));
    int d = recursive(4);
    printf("%d\n", d);
    d = recursive(2);
    printf("%d\n", d);
    for (int i = 0; i < 3; i++)
        printf("%d ", blocks(i));
    putchar('\n');
    counter(1.5);
    counter(2.5);
    struct counter *k = counter(0.25);
    printf("%d %g\n", k->hits, k->sum);
    for (int i = 0; i < 3; i++) {
        static int kept;
        int fresh = 0;
        kept++;
        fresh++;
        printf("%d%d ", kept, fresh);
    }
    putchar('\n');
    static int zeros[4];
    printf("%d %d\n", zeros[0], zeros[3]);
    static int *self = zeros;
    self[2] = 5;
    printf("%d\n", zeros[2]);
    return 0;
}
