// clean
#include <stdint.h>
#include <stdio.h>

struct s {
    int a, b, c;
};

int main(void)
{
    struct s s = {1, 2, 3};
    int v[4] = {0};
    printf("%d\n", (int)((uintptr_t)&s.c - (uintptr_t)&s.a));
    printf("%d\n", (int)((uintptr_t)&v[3] - (uintptr_t)v));
    printf("%d\n", (int)((uintptr_t)&s ^ (uintptr_t)&s.a));
    return 0;
}
