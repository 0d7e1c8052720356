// has: misaligned 8
#include <stdio.h>

struct __attribute__((packed)) tight { long long first; char tag; };

static long long take(const long long *p)
{
    return *p;
}

int main(void)
{
    struct tight local = {7, 'x'};
    printf("%lld\n", take(&local.first));
    return 0;
}
