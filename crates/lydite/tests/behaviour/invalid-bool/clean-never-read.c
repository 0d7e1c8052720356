// clean
#include <stdio.h>
#include <string.h>

int main(void)
{
    _Bool b = 0, c;
    unsigned char byte = 9;
    memcpy(&b, &byte, 1);
    memcpy(&c, &b, 1);
    printf("%d\n", *(unsigned char *)&c);
    b = 1;
    printf("%d\n", b);
    return 0;
}
