// clean
#include <stdio.h>
#include <string.h>

int main(void)
{
    _Bool b = 0;
    *(unsigned char *)&b = 1;
    printf("%d\n", b);
    memset(&b, 0, sizeof b);
    printf("%d\n", b);
    union { unsigned char c; _Bool b; } u = {.c = 1};
    printf("%d\n", u.b);
    return 0;
}
