// has: write-to-const 14
#include <stdio.h>

struct person {
    const int id;
    int age;
};

int main(void)
{
    struct person p = {1, 30};
    p.age++;
    printf("%d\n", p.age);
    *(int *)&p.id = 2;
    printf("after\n");
    return 0;
}
