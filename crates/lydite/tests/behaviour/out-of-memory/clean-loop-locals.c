// clean
#include <stdio.h>

int main(void)
{
    unsigned sum = 0;
    for (int i = 1; i <= 2000; i++) {
        int room[4096];
        int n = i % 64 + 1;
        char vla[n];
        room[i] = i;
        vla[n - 1] = (char)n;
        sum += room[i] + vla[n - 1];
    }
    printf("%u\n", sum);
    return 0;
}
