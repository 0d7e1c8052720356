// has: pointer-comparison 6
#include <stdio.h>

static int inside(const char *p, const char *start, int n)
{
    return p >= start && p < start + n;
}

int main(void)
{
    char a[4] = "abc", b[4] = "def";
    printf("%d\n", inside(a + 1, a, 4));
    printf("%d\n", inside(b + 1, a, 4));
    return 0;
}
