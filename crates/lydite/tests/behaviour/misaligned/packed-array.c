// has: misaligned 11
#include <stdio.h>

struct __attribute__((packed)) tight {
    char tag;
    long long value;
};

static void bump(long long *p)
{
    *p += 1;
}

int main(void)
{
    long long aligned = 3;
    struct tight t[2] = {{1, 10}, {2, 20}};
    bump(&aligned);
    printf("%lld\n", aligned);
    bump(&t[1].value);
    printf("%lld\n", t[1].value);
    return 0;
}
