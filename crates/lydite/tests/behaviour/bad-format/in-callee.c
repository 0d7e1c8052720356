// has: bad-format 6
#include <stdio.h>

static void show(const char *format, int x)
{
    printf(format, x);
}

int main(void)
{
    show("%d\n", 5);
    show("%s\n", 5);
    return 0;
}
