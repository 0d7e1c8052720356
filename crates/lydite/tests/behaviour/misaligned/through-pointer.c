// has: misaligned 14
#include <stdio.h>

struct __attribute__((packed)) tight {
    char tag;
    int value;
};

int main(void)
{
    struct tight t = {'a', 5};
    int *p = &t.value;
    printf("%d\n", t.value);
    printf("%d\n", *p);
    return 0;
}
