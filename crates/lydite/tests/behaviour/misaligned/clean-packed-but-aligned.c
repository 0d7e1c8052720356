// clean
#include <stdio.h>
#include <stdlib.h>

/* Packed members are aligned where their offset is and something else aligns the object. */
struct __attribute__((packed)) tight { char tag[2]; short value; int wide; };
struct __attribute__((packed, aligned(4))) firm { char tag[2]; short value; int wide; };
struct outer { double d; struct tight inner; };

static int sum(const short *value, const int *wide)
{
    return *value + *wide;
}

int main(void)
{
    struct firm f = {"f", 1, 2};
    struct outer o = {0.5, {"o", 3, 4}};
    _Alignas(8) struct tight t = {"t", 5, 6};
    struct tight *m = malloc(sizeof *m);
    *m = t;
    printf("%d %d", sum(&f.value, &f.wide), sum(&o.inner.value, &o.inner.wide));
    printf(" %d %d\n", sum(&t.value, &t.wide), sum(&m->value, &m->wide));
    free(m);
    return 0;
}
