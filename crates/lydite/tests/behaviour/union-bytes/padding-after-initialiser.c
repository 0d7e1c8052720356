// has: union-bytes 14
// An initialiser list says nothing about padding (6.2.6.1p6), and compilers leave there what they like.
#include <stdio.h>
#include <string.h>

struct s {
    char c;
    int i;
};
int main(void)
{
    struct s a = {1, 2}, b = {1, 2};
    printf("%d\n", a.c == b.c && a.i == b.i);
    printf("%d\n", memcmp(&a, &b, sizeof a) == 0);
    return 0;
}
