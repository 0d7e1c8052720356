// has: union-bytes 16
#include <stdio.h>

union u {
    unsigned char bytes[4];
    short narrow;
};

int main(void)
{
    union u u = {.bytes = {1, 2, 3, 4}};
    int sum = 0;
    printf("%d\n", u.bytes[3]);
    u.narrow = 0;
    for (int i = 0; i < 4; i++)
        sum += u.bytes[i];
    printf("%d\n", sum);
    return 0;
}
