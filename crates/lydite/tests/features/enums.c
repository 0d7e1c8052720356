#include <stdio.h>

enum colour { RED, GREEN, BLUE };
enum sparse { A = 5, B, C = -3, D, E = B * 2, F = 'x' };
enum { ANON = 42, NEXT };
enum big { BIG = 0x7fffffff };
typedef enum state { IDLE, RUN = 10, STOP } state;
enum flags { ONE = 1 << 0, TWO = 1 << 1, FOUR = 1 << 2, ALL = ONE | TWO | FOUR };

static const char *name(enum colour c)
{
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
    return "none";
}

static state step(state s) { return s == IDLE ? RUN : s == RUN ? STOP : IDLE; }

int main(void)
{
    printf("%d %d %d\n", RED, GREEN, BLUE);
    printf("%d %d %d %d %d %d\n", A, B, C, D, E, F);
    printf("%d %d %d\n", ANON, NEXT, BIG);
    for (enum colour c = RED; c <= BLUE; c++)
        puts(name(c));
    puts(name((enum colour)7));
    state s = IDLE;
    for (int i = 0; i < 4; i++) {
        printf("%d ", s);
        s = step(s);
    }
    putchar('\n');
    enum flags f = ONE | FOUR;
    f |= TWO;
    printf("%d %d %d\n", f, f & TWO, f == ALL);
    f &= ~ONE;
    printf("%d\n", f);
    int table[BLUE + 1] = {[GREEN] = 5, [BLUE] = 6};
    printf("%d %d %d\n", table[RED], table[GREEN], table[BLUE]);
    {
        enum colour { RED = 100, PINK };
        enum colour local = PINK;
        printf("%d %d %d\n", RED, local, BLUE);
    }
    printf("%d\n", RED);
    printf("%d %d\n", sizeof(enum colour) == sizeof(int), sizeof RED == sizeof(int));
    enum sparse neg = C;
    printf("%d %d\n", neg < 0, neg + 1 == D);
    struct { enum colour c : 2; enum state s : 5; } packed = {BLUE, STOP};
    printf("%d %d\n", packed.c, packed.s);
    enum forward_use { X = sizeof(int), Y = X + 1 };
    printf("%d %d\n", X, Y);
    return 0;
}
