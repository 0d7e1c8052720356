// clean
#include <stdio.h>

int main(void)
{
    unsigned u = 1;
    printf("%u\n", u << 31);
    printf("%u\n", 3u << 31);
    printf("%u\n", ~0u << 4);
    unsigned char high = 0x80;
    printf("%u\n", (unsigned)high << 24);
    printf("%d\n", (int)((unsigned)-3 << 2));
    return 0;
}
