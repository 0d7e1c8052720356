/* Arrays of one to four dimensions, by elements, by pointers and by rows. */
int printf(const char *, ...);

struct pair {
    int left;
    unsigned char right[2];
};

int plain[5] = {1, 2, 3};
unsigned short square[3][4] = {{1, 2}, [2] = {7, 8, 9, 70}};
signed char cube[2][3][2];
double deep[2][1][2][2] = {{{{1, 2}, {3, 4}}}};
_Bool flags[6] = {1, 0, 1};
struct pair pairs[3] = {{1, {2, 3}}, {4}};
const long limits[3] = {-1, 1L << 40};
float pointed[4] = {0.5f, 1, 2.5f};
int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
char letters[6] = "wxyz";
int *into[3];
unsigned walked[7];
int flat[2][2] = {{1, 2}, {3, 4}};
int (*row_of)[2] = flat;

static int sum_of(const int *values, int count) {
    int total = 0;
    for (int i = 0; i < count; i++)
        total += values[i];
    return total;
}

void fill(int seed) {
    for (int i = 0; i < 5; i++)
        plain[i] = plain[i] * 3 + seed;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            square[i][j] = square[i][j] * 7 + plain[(i + j) % 5];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 2; k++)
                cube[i][j][k] += square[j][k] + i - seed;
    for (int i = 0; i < 2; i++)
        deep[i][0][1][i] = deep[i][0][0][1] * 2 + cube[i][2][0];
    for (int i = 0; i < 6; i++)
        flags[i] = flags[5 - i] ^ (seed >> i & 1);
    for (int i = 0; i < 3; i++) {
        pairs[i].left += limits[i] % 1000 + flags[i];
        pairs[i].right[i & 1] = pairs[i].left;
        into[i] = &plain[i];
        *into[i] += 1;
    }
    float *p = pointed;
    p[1] += p[0];
    *(pointed + 2) *= 2;
    for (unsigned *w = &walked[0]; w != &walked[7]; w++)
        *w += w - walked + seed;
    rows[1][2] = sum_of(rows[seed & 1], 3);
    row_of[1][0] += seed;
    letters[seed % 4]++;
}

int main(void) {
    for (int i = 0; i < 7; i++)
        fill(i);
    unsigned long long h = 0;
    for (int i = 0; i < 5; i++)
        h = h * 31 + plain[i];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            h = h * 31 + square[i][j];
    for (int i = 0; i < 12; i++)
        h = h * 31 + cube[i / 6][i / 2 % 3][i % 2];
    for (int i = 0; i < 8; i++)
        h = h * 31 + (long long)(deep[i / 4][0][i / 2 % 2][i % 2] * 8);
    for (int i = 0; i < 6; i++)
        h = h * 31 + flags[i] + letters[i];
    for (int i = 0; i < 3; i++)
        h = h * 31 + pairs[i].left + pairs[i].right[0] + pairs[i].right[1] + *into[i] + limits[i];
    for (int i = 0; i < 4; i++)
        h = h * 31 + (long)(pointed[i] * 4) + flat[i / 2][i % 2];
    for (int i = 0; i < 7; i++)
        h = h * 31 + walked[i];
    printf("%llu %d %s\n", h, rows[1][2], letters);
    return 0;
}
