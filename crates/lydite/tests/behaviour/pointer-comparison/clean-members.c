// clean
#include <stdio.h>

struct s {
    int first;
    int second;
    int third[2];
};

int main(void)
{
    struct s s = {1, 2, {3, 4}};
    printf("%d\n", &s.first < &s.second);
    printf("%d\n", &s.third[0] > &s.second);
    printf("%d\n", (char *)&s <= (char *)&s.first);
    union { int a; int b; } u = {0};
    printf("%d %d\n", &u.a >= &u.b, &u.a == &u.b);
    return 0;
}
