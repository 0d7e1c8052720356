// has: array-index 14
#include <stdio.h>

struct record {
    int key[3];
    int value[3];
};

int main(void)
{
    struct record r = {{1, 2, 3}, {4, 5, 6}};
    for (int i = 0; i < 6; i++) {
        printf("%d\n", i);
        r.key[i] = 0;
    }
    printf("%d\n", r.value[0]);
    return 0;
}
