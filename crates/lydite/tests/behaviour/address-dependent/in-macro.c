// has: address-dependent 11
#include <stdint.h>
#include <stdio.h>

#define HASH(p) ((unsigned)((uintptr_t)(p) >> 4) * 2654435761u)

int main(void)
{
    char text[4] = "abc";
    printf("%s\n", text);
    printf("%u\n", HASH(text));
    return 0;
}
