#include <stdio.h>

static int place(int n, int row, unsigned columns, unsigned left, unsigned right)
{
    if (row == n)
        return 1;
    int found = 0;
    unsigned open = ~(columns | left | right) & ((1u << n) - 1);
    while (open) {
        unsigned bit = open & -open;
        open ^= bit;
        found += place(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return found;
}

int main(void)
{
    printf("%d\n", place(12, 0, 0, 0, 0));
    return 0;
}
