#include <stdio.h>

int main(void)
{
    fputs("fputs\n", stdout);
    fprintf(stdout, "[%s]\n", "fprintf");
    fputc('f', stdout);
    putc('p', stdout);
    putchar('\n');
    char bytes[4] = {'w', 'r', 'i', '\n'};
    printf("%d\n", (int)fwrite(bytes, 1, 4, stdout));
    printf("%d\n", fflush(stdout));
    return 0;
}
