/* GNU vectors and wide integers. */
int printf(const char *, ...);

typedef int lanes __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(8)));

lanes a = {1, 2, 3}, b = {-4, 5, -6, 7};
bytes small = {250, 251, 252};
unsigned __int128 wide = 1;
__int128 signed_wide = -5;

void mix(int by) {
    a = a * 3 + b;
    b = (a > b) ^ b;
    a[by & 3] += by;
    small += (unsigned char)by;
    wide = wide * 1000003 + (unsigned)b[0];
    signed_wide = signed_wide * by - small[by & 7];
}

int main(void) {
    for (int i = 1; i < 20; i++) {
        mix(i % 7);
        lanes limit = {1000, 1000, 1000, 1000};
        a %= limit;
        b %= limit;
        wide %= (unsigned __int128)1 << 100;
        signed_wide %= 1000000007;
    }
    printf("%d %d %d %llu %llu %d\n", a[0], b[3], small[2], (unsigned long long)(wide >> 64), (unsigned long long)wide, (int)signed_wide);
    return 0;
}
