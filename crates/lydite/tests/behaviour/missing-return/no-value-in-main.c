// has: missing-return 8
#include <stdio.h>

int main(void)
{
    printf("the environment uses the value of main\n");
    if (sizeof(int) > 1)
        return;
}
