// has: invalid-bool 12
#include <stdio.h>
#include <string.h>

int main(void)
{
    _Bool flags[4] = {1, 0, 1, 0};
    _Bool *p = flags;
    printf("%d\n", *p);
    memset(flags, 0xff, sizeof flags);
    p++;
    if (*p)
        printf("set\n");
    return 0;
}
