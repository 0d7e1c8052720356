// clean
#include <stddef.h>
#include <stdio.h>

struct s {
    char c;
    int i;
    short t;
};

int main(void)
{
    struct s s = {1, 2, 3};
    printf("%d\n", (char *)&s.i - (char *)&s == offsetof(struct s, i));
    printf("%d\n", (char *)(&s + 1) - (char *)&s == sizeof s);
    printf("%d\n", (int)((char *)&s.t - (char *)&s.i));
    return 0;
}
