// clean
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *a = NULL;
    size_t room = 0, n = 0;
    for (int i = 0; i < 20000; i++) {
        if (n == room) {
            room = room ? 2 * room : 4;
            a = realloc(a, room * sizeof *a);
        }
        a[n++] = i;
    }
    printf("%d %d\n", a[0], a[19999]);
    free(a);
    return 0;
}
