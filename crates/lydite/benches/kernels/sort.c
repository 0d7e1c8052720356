#include <stdio.h>

static void sort(int *a, int n)
{
    while (n > 1) {
        int pivot = a[n / 2], i = 0, j = n - 1;
        for (;;) {
            while (a[i] < pivot)
                i++;
            while (a[j] > pivot)
                j--;
            if (i >= j)
                break;
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
        sort(a, i);
        a += i;
        n -= i;
    }
}

int main(void)
{
    static int a[400000];
    unsigned x = 99;
    for (int i = 0; i < 400000; i++) {
        x = x * 1664525u + 1013904223u;
        a[i] = (int)(x >> 4);
    }
    sort(a, 400000);
    long sum = 0;
    for (int i = 1; i < 400000; i++)
        sum += (a[i] >= a[i - 1]) * (i % 7);
    printf("%ld %d %d\n", sum, a[0], a[399999]);
    return 0;
}
