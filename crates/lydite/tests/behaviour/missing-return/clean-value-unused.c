// clean
#include <stdio.h>

static int report(int x)
{
    printf("%d\n", x);
    if (x > 1)
        return 1;
}

int main(void)
{
    report(1);
    (void)report(0);
    printf("%d\n", report(2));
    report(0), printf("comma\n");
    for (int i = 0; i < 1; i++, report(i))
        ;
    return 0;
}
