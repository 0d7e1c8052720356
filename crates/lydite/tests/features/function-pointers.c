#include <stdio.h>
#include <string.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

typedef int binary(int, int);
typedef int (*binary_p)(int, int);

static binary_p choose(char op)
{
    switch (op) {
    case '+': return add;
    case '-': return &sub;
    default: return mul;
    }
}

static int (*choose_plain(int n))(int, int) { return n ? add : sub; }
static int fold(binary f, const int *a, int n, int start)
{
    for (int i = 0; i < n; i++)
        start = f(start, a[i]);
    return start;
}

struct op { const char *name; binary_p f; };
static const struct op ops[] = {{"add", add}, {"sub", sub}, {"mul", mul}, {0, 0}};

static void each(const int *a, int n, void (*f)(int, void *), void *data)
{
    while (n--)
        f(*a++, data);
}
static void accumulate(int x, void *data) { *(int *)data += x; }
static void largest(int x, void *data) { int *m = data; if (x > *m) *m = x; }

struct object { int value; int (*get)(const struct object *); void (*set)(struct object *, int); };
static int get(const struct object *o) { return o->value; }
static int get_negative(const struct object *o) { return -o->value; }
static void set(struct object *o, int v) { o->value = v; }

int main(void)
{
    printf("%d %d %d\n", choose('+')(5, 3), choose('-')(5, 3), (*choose('*'))(5, 3));
    printf("%d %d\n", choose_plain(1)(1, 2), (****choose_plain(0))(1, 2));
    int a[] = {1, 2, 3, 4};
    printf("%d %d %d\n", fold(add, a, 4, 0), fold(sub, a, 4, 0), fold(mul, a, 4, 1));
    for (const struct op *o = ops; o->name; o++)
        printf("%s %d\n", o->name, o->f(7, 6));
    int sum = 0, max = 0;
    each(a, 4, accumulate, &sum);
    each(a, 4, largest, &max);
    printf("%d %d\n", sum, max);
    struct object o = {5, get, set};
    o.set(&o, 8);
    printf("%d ", o.get(&o));
    o.get = get_negative;
    printf("%d\n", o.get(&o));
    binary_p table[2][2] = {{add, sub}, {mul}};
    printf("%d %d\n", table[0][1](9, 4), table[1][0](9, 4));
    printf("%d %d %d\n", table[1][1] == NULL, table[0][0] == add, add != sub);
    binary_p *pp = &table[0][0];
    printf("%d\n", (*pp)(1, 1));
    int (*(*get_table)[2])(int, int) = &table[0];
    printf("%d\n", (*get_table)[1](10, 1));
    size_t (*length)(const char *) = strlen;
    int (*print)(const char *, ...) = printf;
    print("%d\n", (int)length("seven77"));
    binary_p f = sum > 5 ? add : mul;
    printf("%d\n", f(2, 5));
    return 0;
}
