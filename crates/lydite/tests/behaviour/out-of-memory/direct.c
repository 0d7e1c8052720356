// has: out-of-memory 9
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    printf("before\n");
    for (;;) { char *p = malloc(1 << 20); memset(p, 1, 1 << 20); }
}
