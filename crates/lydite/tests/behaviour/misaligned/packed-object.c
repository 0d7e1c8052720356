// has: misaligned 14
#include <stdio.h>

/* The member's offset is even, but nothing aligns the object it is in: where it lies decides, and it may lie anywhere. */
#pragma pack(push, 1)
struct tight { char tag[2]; short value; int wide; };
#pragma pack(pop)

static struct tight object = {"a", 3, 4};

int main(void)
{
    short *p = &object.value;
    *p = 5;
    printf("%d\n", object.value);
    return 0;
}
