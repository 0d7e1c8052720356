// has: evaluation-order 14
#include <stdio.h>

static int say(const char *s)
{
    printf("%s\n", s);
    return 1;
}

int main(void)
{
    int (*f)(const char *) = say, (*g)(const char *) = say;
    printf("before\n");
    int sum = f("left") + g("right");
    printf("%d\n", sum);
    return 0;
}
