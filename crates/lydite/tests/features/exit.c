#include <stdio.h>
#include <stdlib.h>

static void deep(int n)
{
    printf("%d ", n);
    if (n == 0) {
        printf("leaving\n");
        exit(EXIT_SUCCESS);
    }
    deep(n - 1);
    puts("never");
}

int main(int argc, char **argv)
{
    printf("%d %d\n", argc >= 1, argv[argc] == NULL);
    if (argc < 0)
        abort();
    if (argc > 100)
        return EXIT_FAILURE;
    deep(5);
    return 3;
}
