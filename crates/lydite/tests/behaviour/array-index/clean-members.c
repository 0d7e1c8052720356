// clean
#include <stdio.h>

struct record {
    int key[3];
    int value[3];
};

int main(void)
{
    struct record r = {{1, 2, 3}, {4, 5, 6}};
    int *end = r.key + 3;
    int sum = 0;
    for (int *p = r.key; p != end; p++)
        sum += *p;
    for (int i = 0; i < 3; i++)
        sum += r.value[i];
    printf("%d %d\n", sum, end[-1]);
    return 0;
}
