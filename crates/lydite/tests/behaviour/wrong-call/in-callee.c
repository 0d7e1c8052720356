// has: wrong-call 18
#include <stdio.h>

typedef void (*handler)(void *);

static void show(void *p)
{
    printf("%d\n", *(int *)p);
}

static void show_int(int *p)
{
    printf("%d\n", *p);
}

static void call(handler h, void *p)
{
    h(p);
}

int main(void)
{
    int x = 3;
    call(show, &x);
    call((handler)show_int, &x);
    return 0;
}
