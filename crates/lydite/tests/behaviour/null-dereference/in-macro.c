// has: null-dereference 10
#include <stdio.h>

#define FIRST(s) (*(s))

int main(void)
{
    const char *names[] = {"ada", NULL};
    printf("%c\n", FIRST(names[0]));
    printf("%c\n", FIRST(names[1]));
    return 0;
}
