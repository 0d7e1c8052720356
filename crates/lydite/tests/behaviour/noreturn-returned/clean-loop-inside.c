// clean
#include <stdio.h>
#include <stdlib.h>

_Noreturn static void count(void)
{
    for (int i = 0;; i++) {
        printf("%d\n", i);
        if (i == 3)
            exit(0);
    }
}

int main(void)
{
    count();
}
