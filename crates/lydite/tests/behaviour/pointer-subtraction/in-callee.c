// has: pointer-subtraction 6
#include <stdio.h>

static long length(const char *start, const char *end)
{
    return end - start;
}

static char one[] = "one", two[] = "two";

int main(void)
{
    printf("%ld\n", length(one, one + 3));
    printf("%d\n", length(one, two) == 1);
    return 0;
}
