// has: bad-format 10
#include <stdio.h>

int main(void)
{
    const char *formats[2] = {"%d %d\n", "%d %d %d\n"};
    const char **p = formats;
    printf(*p, 1, 2);
    p++;
    printf(*p, 1, 2);
    return 0;
}
