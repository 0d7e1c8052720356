// has: dangling 15
#include <stdio.h>

static int *saved;

static void save(void)
{
    int local = 7;
    saved = &local;
    printf("%d\n", *saved);
}

static int fetch(void)
{
    return *saved;
}

int main(void)
{
    save();
    printf("%d\n", fetch());
    return 0;
}
