// has: invalid-pointer 17
#include <stdint.h>
#include <stdio.h>

union word {
    uintptr_t number;
    int *pointer;
};

int main(void)
{
    int x = 8;
    union word w;
    w.pointer = &x;
    printf("%d\n", *w.pointer);
    w.number = 8;
    printf("%d\n", *w.pointer);
    return 0;
}
