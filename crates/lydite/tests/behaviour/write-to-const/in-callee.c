// has: write-to-const 6
#include <stdio.h>

static void bump(const int *p)
{
    ++*(int *)p;
}

static const int fixed = 5;

int main(void)
{
    int loose = 5;
    bump(&loose);
    printf("%d\n", loose);
    bump(&fixed);
    printf("after\n");
    return 0;
}
