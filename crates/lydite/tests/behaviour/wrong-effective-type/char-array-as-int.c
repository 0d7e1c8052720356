// has: wrong-effective-type 9
#include <stdio.h>

int main(void)
{
    _Alignas(int) unsigned char bytes[sizeof(int)] = {0};
    bytes[0] = 1;
    printf("%d\n", bytes[0]);
    printf("%d\n", *(int *)bytes != 0);
    return 0;
}
