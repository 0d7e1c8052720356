// clean
#include <stdio.h>
#include <string.h>

int main(void)
{
    unsigned char bytes[9];
    int x = 0x01020304, y = 0;
    memcpy(bytes + 1, &x, sizeof x);
    memcpy(&y, bytes + 1, sizeof y);
    printf("%d\n", y == x);
    return 0;
}
