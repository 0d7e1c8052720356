// clean
// Copying characters that hold nothing is no use of a value: the objects' addresses are taken (6.3.2.1p2).
#include <stdio.h>

int main(void)
{
    unsigned char a[4], b[4];
    a[1] = 7;
    for (int i = 0; i < 4; i++)
        b[i] = a[i];
    printf("%d\n", b[1]);
    return 0;
}
