#include <stdio.h>

static int dispatch(const unsigned char *code)
{
    static void *table[] = {&&halt, &&push, &&add, &&mul, &&dup, &&jnz, &&dec};
    int stack[8], sp = 0;
    const unsigned char *pc = code;
    goto *table[*pc];
push: stack[sp++] = pc[1]; pc += 2; goto *table[*pc];
add: sp--; stack[sp - 1] += stack[sp]; pc++; goto *table[*pc];
mul: sp--; stack[sp - 1] *= stack[sp]; pc++; goto *table[*pc];
dup: stack[sp] = stack[sp - 1]; sp++; pc++; goto *table[*pc];
dec: stack[sp - 1]--; pc++; goto *table[*pc];
jnz: if (stack[sp - 1]) pc = code + pc[1]; else pc += 2; goto *table[*pc];
halt: return stack[sp - 1] + sp * 1000;
}

static int find(int m[3][3], int x)
{
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (m[i][j] == x)
                goto found;
    return -1;
found:
    return i * 10 + j;
}

int main(void)
{
    static const unsigned char program[] = {1, 6, 4, 3, 1, 5, 2, 0};
    printf("%d\n", dispatch(program));
    static const unsigned char loop[] = {1, 9, 6, 5, 2, 1, 77, 2, 0};
    printf("%d\n", dispatch(loop));
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    printf("%d %d %d\n", find(m, 6), find(m, 9), find(m, 10));
    int n = 0;
again:
    if (n < 3) {
        printf("%d ", n++);
        goto again;
    }
    putchar('\n');
    goto inside;
    for (n = 0; n < 3; n++) {
        printf("start ");
inside:
        printf("%d ", n);
    }
    putchar('\n');
    {
        int k = 0;
        goto skip;
        {
            k = 100;
skip:
            k++;
        }
        printf("%d\n", k);
    }
    int total = 0;
    for (int i = 0; i < 5; i++) {
        if (i == 1)
            goto next;
        if (i == 4)
            goto done;
        total += i;
next:;
    }
done:
    printf("%d\n", total);
    {
        __label__ local;
        if (total > 3)
            goto local;
        puts("not printed");
local:
        puts("local");
    }
    void *where = total ? &&yes : &&no;
    goto *where;
no:
    puts("no");
yes:
    puts("yes");
    return 0;
}
