// has: out-of-memory 11
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t n = 4096;
    char *p = malloc(n);
    p[0] = 'a';
    printf("before\n");
    for (;;) { n *= 2; p = realloc(p, n); p[n - 1] = p[0]; }
}
