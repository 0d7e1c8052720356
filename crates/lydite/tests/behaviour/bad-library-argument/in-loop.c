// has: bad-library-argument 10
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int letters = 0;
    for (int c = 200; c < 300; c += 40) {
        printf("%d\n", c);
        letters += isalpha(c) != 0;
    }
    printf("%d\n", letters);
    return 0;
}
