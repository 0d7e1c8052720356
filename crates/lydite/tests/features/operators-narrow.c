#include <stdio.h>

#define TRY(T, fmt) \
    do { \
        static const T v[] = {0, 1, (T)-1, 5, (T)-5, 100, (T)200, (T)40000}; \
        for (int i = 0; i < 8; i++) \
            for (int j = 0; j < 8; j++) { \
                T a = v[i], b = v[j], r; \
                r = a + b; printf(fmt " ", r); \
                r = a - b; printf(fmt " ", r); \
                r = (T)((unsigned)a * (unsigned)b); printf(fmt " ", r); \
                r = a & b; printf(fmt " ", r); \
                r = a | b; printf(fmt " ", r); \
                r = a ^ b; printf(fmt " ", r); \
                r = ~a; printf(fmt " ", r); \
                r = -a; printf(fmt " ", r); \
                r = a >> 2; printf(fmt " ", r); \
                if (b) { r = a / b; printf(fmt " ", r); r = a % b; printf(fmt " ", r); } \
                r = a; r += b; printf(fmt " ", r); \
                r = a; r -= b; printf(fmt " ", r); \
                r = a; r |= b; r ^= 3; r &= 0x77; printf(fmt " ", r); \
                r = a; r++; ++r; r--; printf(fmt "\n", r); \
            } \
    } while (0)

int main(void)
{
    TRY(signed char, "%d");
    TRY(unsigned char, "%d");
    TRY(short, "%d");
    TRY(unsigned short, "%d");
    return 0;
}
