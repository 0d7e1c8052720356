#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

int main(void)
{
    wchar_t w[] = L"wide \u00e9\U0001F600";
    for (int i = 0; i < (int)(sizeof w / sizeof *w); i++)
        printf("%lx ", (unsigned long)w[i]);
    putchar('\n');
    char16_t u16[] = u"x\u20ac\U0001F600";
    for (int i = 0; i < (int)(sizeof u16 / sizeof *u16); i++)
        printf("%x ", u16[i]);
    putchar('\n');
    char32_t u32[] = U"x\u20ac\U0001F600";
    for (int i = 0; i < (int)(sizeof u32 / sizeof *u32); i++)
        printf("%x ", (unsigned)u32[i]);
    putchar('\n');
    const char *u8 = u8"\u20ac";
    for (; *u8; u8++)
        printf("%x ", (unsigned char)*u8);
    putchar('\n');
    printf("%lx %x %x\n", (unsigned long)L'\u20ac', u'\u00e9', (unsigned)U'\U0001F600');
    printf("%d %d %d\n", (int)sizeof(wchar_t), (int)sizeof(char16_t), (int)sizeof(char32_t));
    printf("%d %d\n", (int)sizeof L'a' == (int)sizeof(wchar_t), (int)sizeof u'a' == 2);
    const wchar_t *p = L"abc" L"def";
    int n = 0;
    while (p[n])
        n++;
    printf("%d %d\n", n, p[3] == L'd');
    wchar_t fixed[8] = L"ab";
    printf("%d %d\n", fixed[1] == 'b', (int)fixed[7]);
    static const wchar_t *names[] = {L"one", L"two"};
    printf("%c%c\n", (char)names[0][0], (char)names[1][2]);
    printf("%d\n", (int)(sizeof L"four" / sizeof(wchar_t)));
    return 0;
}
