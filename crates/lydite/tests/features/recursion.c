#include <stdio.h>

static unsigned long long factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

static int moves;
static void hanoi(int n, char from, char to, char via)
{
    if (n == 0)
        return;
    hanoi(n - 1, from, via, to);
    if (++moves < 4)
        printf("%c%c ", from, to);
    hanoi(n - 1, via, to, from);
}

static void permute(char *s, int at, int n)
{
    if (at == n) {
        printf("%s ", s);
        return;
    }
    for (int i = at; i < n; i++) {
        char t = s[at]; s[at] = s[i]; s[i] = t;
        permute(s, at + 1, n);
        t = s[at]; s[at] = s[i]; s[i] = t;
    }
}

static int queens(int row, unsigned cols, unsigned d1, unsigned d2, int n)
{
    if (row == n)
        return 1;
    int count = 0;
    for (int c = 0; c < n; c++) {
        unsigned a = 1u << c, b = 1u << (row + c), d = 1u << (row - c + n);
        if (!(cols & a) && !(d1 & b) && !(d2 & d))
            count += queens(row + 1, cols | a, d1 | b, d2 | d, n);
    }
    return count;
}

struct tree { int key; struct tree *left, *right; };
static int depth(const struct tree *t)
{
    if (!t)
        return 0;
    int l = depth(t->left), r = depth(t->right);
    return 1 + (l > r ? l : r);
}
static void walk(const struct tree *t) { if (t) { walk(t->left); printf("%d ", t->key); walk(t->right); } }

static void print(unsigned n, unsigned base) { if (n >= base) print(n / base, base); putchar("0123456789abcdef"[n % base]); }

int main(void)
{
    printf("%llu %d %d %d\n", factorial(20), fib(15), gcd(1071, 462), ackermann(2, 3));
    printf("%d %d\n", is_even(100), is_odd(100));
    hanoi(6, 'a', 'c', 'b');
    printf("%d\n", moves);
    char s[] = "abc";
    permute(s, 0, 3);
    printf("\n%d\n", queens(0, 0, 0, 0, 6));
    struct tree n[5] = {{4, &n[1], &n[2]}, {2, &n[3], 0}, {6, 0, &n[4]}, {1, 0, 0}, {9, 0, 0}};
    walk(&n[0]);
    printf("%d\n", depth(n));
    print(255, 2); putchar(' '); print(255, 16); putchar(' '); print(4000000000u, 10); putchar('\n');
    return 0;
}
