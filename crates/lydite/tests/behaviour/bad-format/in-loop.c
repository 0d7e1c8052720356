// has: bad-format 8
#include <stdio.h>

int main(void)
{
    const char *formats[3] = {"%d\n", "%x\n", "%lld\n"};
    for (int i = 0; i < 3; i++)
        printf(formats[i], 12);
    return 0;
}
