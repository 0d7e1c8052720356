#include <stdio.h>
#include <string.h>

static char words[2000][12];

int main(void)
{
    unsigned x = 7, total = 0;
    for (int i = 0; i < 2000; i++) {
        int n = 3 + i % 8;
        for (int j = 0; j < n; j++) {
            x = x * 1664525u + 1013904223u;
            words[i][j] = (char)('a' + (x >> 20) % 26);
        }
        words[i][n] = '\0';
    }
    for (int round = 0; round < 150; round++)
        for (int i = 0; i < 2000; i++) {
            char buffer[16];
            unsigned n = 0;
            for (const char *p = words[i]; *p; p++)
                buffer[n++] = *p == 'e' ? '_' : *p;
            buffer[n] = '\0';
            for (unsigned a = 0, b = n - 1; a < b; a++, b--) {
                char t = buffer[a];
                buffer[a] = buffer[b];
                buffer[b] = t;
            }
            total += (unsigned)strlen(buffer) * (strcmp(buffer, words[(i + round) % 2000]) > 0 ? 3 : 1);
            switch (buffer[0]) {
            case 'a': case 'i': case 'o': case 'u': total += 5; break;
            case '_': total ^= 1; break;
            default: total++;
            }
        }
    printf("%u\n", total);
    return 0;
}
