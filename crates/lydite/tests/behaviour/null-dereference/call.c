// has: null-dereference 9
#include <stdio.h>

int main(void)
{
    int (*put)(const char *) = puts;
    put("before");
    put = NULL;
    put("after");
    return 0;
}
