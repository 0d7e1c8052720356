// clean
#include <stdio.h>

int main(void)
{
    int best = 0, at = 0;
    for (int i = 1; i < 5000; i++) {
        long long n = i;
        int steps = 0;
        while (n != 1) {
            n = n % 2 ? 3 * n + 1 : n / 2;
            steps++;
        }
        if (steps > best)
            best = steps, at = i;
    }
    printf("%d %d\n", at, best);
    return 0;
}
