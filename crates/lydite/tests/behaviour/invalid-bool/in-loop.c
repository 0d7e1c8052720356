// has: invalid-bool 16
#include <stdio.h>

union u {
    unsigned char c;
    _Bool b;
};

int main(void)
{
    union u u;
    int count = 0;
    for (int i = 0; i < 3; i++) {
        printf("%d\n", i);
        u.c = (unsigned char)i;
        count += u.b;
    }
    printf("%d\n", count);
    return 0;
}
