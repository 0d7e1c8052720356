#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    static const int v[] = {0, 1, -1, 42, -42, 123456, INT_MAX, INT_MIN};
    for (int i = 0; i < 8; i++) {
        int x = v[i];
        printf("[%d][%i][%5d][%-5d][%05d][%+d][% d]", x, x, x, x, x, x, x);
        printf("[%.3d][%8.3d][%-8.3d][%+8.3d][%08.3d][%.0d]\n", x, x, x, x, x, x);
        printf("[%+5d][% 5d][%+05d][%- 5d][%+-8d][%0+8d]", x, x, x, x, x, x);
        printf("[%*d][%-*d][%.*d][%*.*d]\n", 7, x, 7, x, 4, x, 9, 5, x);
    }
    static const unsigned u[] = {0, 1, 8, 255, 4000000000u};
    for (int i = 0; i < 5; i++) {
        unsigned x = u[i];
        printf("[%u][%o][%x][%X][%#o][%#x][%#X]", x, x, x, x, x, x, x);
        printf("[%8x][%-8x][%08x][%#10x][%#010x][%.5x][%#.5x][%.0x][%#.0o]\n", x, x, x, x, x, x, x, x, x);
    }
    printf("[%hhd][%hhu][%hhx][%hd][%hu][%ho]\n", 300, 511, -1 & 0xfff, 70000, 65537, 65544);
    printf("[%ld][%lu][%lx][%20ld]\n", -123456L, 123456UL, 0xabcdefUL, LONG_MAX > INT_MAX ? 5L : 6L);
    printf("[%lld][%llu][%llx][%llX][%llo][%+lld]\n", LLONG_MIN, ULLONG_MAX, 0xfedcba9876543210ull, 0xabcull, 64ull, LLONG_MAX);
    printf("[%zu][%zd][%zx][%td][%jd][%ju][%jx]\n", (size_t)7, (ptrdiff_t)-7, (size_t)255, (ptrdiff_t)-9, (intmax_t)-11, (uintmax_t)12, (uintmax_t)255);
    printf("[%c][%5c][%-5c][%c%c]\n", 'a', 'b', 'c', 100, 'e');
    printf("%%[%5d%%]\n", 50);
    printf("[%-d][%--5d][%00005d]\n", 3, 4, 5);
    printf("[%1d][%0d][%.1d][%.10d]\n", 12345, 6, 7, 8);
    printf("[%*d][%.*d]\n", -6, 12, -3, 34);
    int n = printf("%d\n", 12345);
    printf("%d\n", n);
    printf("[%30d]\n[%-30d]\n[%030d]\n", -7, -7, -7);
    printf("[%.20d][%25.20d]\n", -99, 99);
    return 0;
}
