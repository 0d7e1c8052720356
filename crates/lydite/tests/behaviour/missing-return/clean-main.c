// clean
#include <stdio.h>

int main(void)
{
    printf("main may end without a return\n");
}
