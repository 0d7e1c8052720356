// clean
// A pointer that was stored points into the whole object: provenance is that of the object, not of the row (ISO/IEC
// TS 6010), and compilers rely on nothing more. The same index applied to the row itself is undefined (row.c).
#include <stdio.h>

int main(void)
{
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int *p = m[0];
    printf("%d %d\n", p[2], p[3]);
    return 0;
}
