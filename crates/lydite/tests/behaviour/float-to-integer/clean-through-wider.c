// clean
#include <stdio.h>

int main(void)
{
    double d = 3e9;
    printf("%d\n", (int)(long long)d == (int)3000000000u);
    printf("%u\n", (unsigned)d);
    unsigned char c = (unsigned char)(int)300.5;
    printf("%d\n", c);
    return 0;
}
