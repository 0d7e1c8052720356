// has: out-of-memory 6
#include <stdio.h>

#define RECURSE(f, n) ((n) + f((n) + 1))

static unsigned long deep(unsigned long n) { volatile char room[256]; room[n % 256] = 1; return RECURSE(deep, n) + room[n % 256]; }

int main(void)
{
    printf("before\n");
    printf("%lu\n", deep(0));
    return 0;
}
