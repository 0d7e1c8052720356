#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

static void fill(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
}

static uint32_t crc(uint32_t c, const unsigned char *p, unsigned n)
{
    c = ~c;
    while (n--)
        c = table[(c ^ *p++) & 0xff] ^ c >> 8;
    return ~c;
}

int main(void)
{
    static unsigned char data[65536];
    uint32_t x = 1, sum = 0;
    fill();
    for (unsigned i = 0; i < sizeof data; i++) {
        x = x * 1664525u + 1013904223u;
        data[i] = x >> 24;
    }
    for (int i = 0; i < 200; i++)
        sum = crc(sum, data, sizeof data);
    printf("%08x\n", sum);
    return 0;
}
