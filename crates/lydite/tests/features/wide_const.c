// Constant objects of 128 bits get their values as others do.
int printf(const char *, ...);
static const __int128 a = 5;
static const __int128 b[2] = {(__int128)1 << 100, -1};
int main(void) {
    const __int128 c = a + 7;
    printf("%d %d %d\n", (int)(a + c), (int)(b[0] >> 99), (int)b[1]);
    return 0;
}
