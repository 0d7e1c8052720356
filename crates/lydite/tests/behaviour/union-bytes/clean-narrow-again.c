// clean
#include <stdio.h>

union u {
    int wide;
    short narrow;
};

int main(void)
{
    union u u, v;
    u.wide = 5;
    u.narrow = 1;
    printf("%d\n", u.narrow);
    v = u;
    printf("%d\n", v.narrow);
    u.wide = 6;
    printf("%d\n", u.wide);
    return 0;
}
