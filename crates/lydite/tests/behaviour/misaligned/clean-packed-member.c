// clean
#include <stdio.h>

struct __attribute__((packed)) tight {
    char tag;
    int value;
    short last;
};

int main(void)
{
    struct tight t[2] = {{'a', 5, 6}, {'b', 7, 8}};
    struct tight *p = &t[1];
    p->value += 100;
    p->last++;
    printf("%d %d %d\n", t[0].value, t[1].value, t[1].last);
    printf("%d\n", (int)sizeof t[0]);
    return 0;
}
