/* LU decomposition with pivoting, determinants, least squares and a power iteration, in doubles and floats. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int rows, cols;
    double *at;
} matrix;

#define AT(m, i, j) ((m).at[(size_t)(i) * (m).cols + (j)])

static matrix matrix_new(int rows, int cols)
{
    matrix m = {rows, cols, calloc((size_t)rows * cols, sizeof(double))};
    if (!m.at)
        exit(3);
    return m;
}

static matrix matrix_copy(const matrix *m)
{
    matrix c = matrix_new(m->rows, m->cols);
    memcpy(c.at, m->at, (size_t)m->rows * m->cols * sizeof *m->at);
    return c;
}

static void matrix_free(matrix *m)
{
    free(m->at);
    *m = (matrix){0};
}

static matrix identity(int n)
{
    matrix m = matrix_new(n, n);
    for (int i = 0; i < n; i++)
        AT(m, i, i) = 1;
    return m;
}

static matrix multiply(matrix a, matrix b)
{
    matrix c = matrix_new(a.rows, b.cols);
    for (int i = 0; i < a.rows; i++)
        for (int k = 0; k < a.cols; k++) {
            const double f = AT(a, i, k);
            for (int j = 0; j < b.cols; j++)
                AT(c, i, j) = AT(c, i, j) + f * AT(b, k, j);
        }
    return c;
}

static matrix transpose(matrix a)
{
    matrix t = matrix_new(a.cols, a.rows);
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.cols; j++)
            AT(t, j, i) = AT(a, i, j);
    return t;
}

static void show(const char *name, matrix m)
{
    printf("%s (%dx%d)\n", name, m.rows, m.cols);
    for (int i = 0; i < m.rows; i++) {
        for (int j = 0; j < m.cols; j++)
            printf("%s% 10.5f", j ? " " : "  ", AT(m, i, j));
        putchar('\n');
    }
}

/* In place; the permutation's sign, or 0 if the matrix is singular. */
static int lu(matrix m, int *order)
{
    int n = m.rows, sign = 1;
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(AT(m, i, k)) > fabs(AT(m, pivot, k)))
                pivot = i;
        if (fabs(AT(m, pivot, k)) < 64 * DBL_EPSILON)
            return 0;
        if (pivot != k) {
            double row[n];
            const size_t bytes = sizeof row;
            memcpy(row, &AT(m, k, 0), bytes);
            memcpy(&AT(m, k, 0), &AT(m, pivot, 0), bytes);
            memcpy(&AT(m, pivot, 0), row, bytes);
            int t = order[k];
            order[k] = order[pivot], order[pivot] = t;
            sign = -sign;
        }
        for (int i = k + 1; i < n; i++) {
            double f = AT(m, i, k) /= AT(m, k, k);
            for (int j = k + 1; j < n; j++)
                AT(m, i, j) -= f * AT(m, k, j);
        }
    }
    return sign;
}

static bool solve(matrix a, const double *b, double *x)
{
    matrix f = matrix_copy(&a);
    int n = a.rows, *order = malloc(n * sizeof *order);
    bool ok = lu(f, order) != 0;
    if (ok) {
        for (int i = 0; i < n; i++) {
            x[i] = b[order[i]];
            for (int j = 0; j < i; j++)
                x[i] -= AT(f, i, j) * x[j];
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++)
                x[i] -= AT(f, i, j) * x[j];
            x[i] /= AT(f, i, i);
        }
    }
    free(order);
    matrix_free(&f);
    return ok;
}

static double determinant(matrix a)
{
    matrix f = matrix_copy(&a);
    int order[a.rows];
    double d = lu(f, order);
    for (int i = 0; d != 0 && i < a.rows; i++)
        d *= AT(f, i, i);
    matrix_free(&f);
    return d;
}

static matrix invert(matrix a)
{
    matrix inverse = matrix_new(a.rows, a.rows), unit = identity(a.rows);
    double (*column) = malloc(a.rows * sizeof *column);
    for (int j = 0; j < a.rows; j++) {
        if (!solve(a, &AT(unit, j, 0), column))
            break;
        for (int i = 0; i < a.rows; i++)
            AT(inverse, i, j) = column[i];
    }
    free(column);
    matrix_free(&unit);
    return inverse;
}

static double norm(int n, const double v[n])
{
    double scale = 0, sum = 1;
    for (int i = 0; i < n; i++) {
        double a = fabs(v[i]);
        if (a == 0)
            continue;
        if (scale < a) {
            sum = 1 + sum * (scale / a) * (scale / a);
            scale = a;
        } else {
            sum += (a / scale) * (a / scale);
        }
    }
    return scale * sqrt(sum);
}

static double largest_eigenvalue(matrix a, int steps)
{
    int n = a.rows;
    double v[n], w[n], value = 0;
    for (int i = 0; i < n; i++)
        v[i] = 1.0 / (i + 1);
    while (steps-- > 0) {
        memset(w, 0, sizeof w);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                w[i] += AT(a, i, j) * v[j];
        value = norm(n, w);
        for (int i = 0; i < n; i++)
            v[i] = w[i] / value;
    }
    return value;
}

/* Fixed sizes: arrays of arrays as parameters. */
static float trace_of_power(float m[3][3], int power)
{
    float acc[3][3] = {[0][0] = 1, [1][1] = 1, [2][2] = 1};
    for (int p = 0; p < power; p++) {
        float next[3][3] = {{0}};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 3; k++)
                    next[i][j] += acc[i][k] * m[k][j];
        memcpy(acc, next, sizeof acc);
    }
    return acc[0][0] + acc[1][1] + acc[2][2];
}

static double dot_rows(int n, int m, double a[n][m], const int (*pairs)[2], int count)
{
    double sum = 0;
    for (int p = 0; p < count; p++)
        for (int j = 0; j < m; j++)
            sum += a[pairs[p][0]][j] * a[pairs[p][1]][j];
    return sum;
}

/* Sums that a careful order makes exact. */
static double kahan(const double *v, int n)
{
    double sum = 0, lost = 0;
    for (const double *p = v; p < v + n; ++p) {
        volatile double y = *p - lost;
        volatile double t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    return sum;
}

int main(void)
{
    static const double entries[4][4] = {{4, -2, 1, 0.5}, {-2, 4, -2, 1}, {1, -2, 4, -2}, {0.5, 1, -2, 4}};
    matrix a = matrix_new(4, 4);
    memcpy(a.at, entries, sizeof entries);
    show("a", a);
    printf("det %.10g\n", determinant(a));

    matrix inverse = invert(a), product = multiply(a, inverse);
    show("inverse", inverse);
    double worst = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            worst = fmax(worst, fabs(AT(product, i, j) - (i == j)));
    printf("inverse is %s\n", worst < 1e-12 ? "good" : "bad");

    double b[] = {1, 2, 3, 4}, x[4];
    if (solve(a, b, x))
        printf("x = %.12g %.12g %.12g %.12g\n", x[0], x[1], x[2], x[3]);
    printf("eigenvalue %.9f\n", largest_eigenvalue(a, 200));

    AT(a, 3, 0) = AT(a, 2, 0), AT(a, 3, 1) = AT(a, 2, 1), AT(a, 3, 2) = AT(a, 2, 2), AT(a, 3, 3) = AT(a, 2, 3);
    printf("singular: %d, det %g\n", !solve(a, b, x), determinant(a));

    matrix fit = matrix_new(8, 3), right = matrix_new(8, 1);
    for (int i = 0; i < 8; i++) {
        double t = i * 0.5 - 1.75;
        AT(fit, i, 0) = 1, AT(fit, i, 1) = t, AT(fit, i, 2) = t * t;
        AT(right, i, 0) = 2 - 3 * t + 0.25 * t * t + (i & 1 ? 0.125 : -0.125);
    }
    matrix t = transpose(fit), normal = multiply(t, fit), rhs = multiply(t, right);
    double c[3];
    solve(normal, rhs.at, c);
    printf("fit %.10f %.10f %.10f\n", c[0], c[1], c[2]);

    float rotation[3][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    for (int p = 0; p <= 6; p++)
        printf("%g ", trace_of_power(rotation, p));
    rotation[0][0] = 0.5f;
    printf("%.9g\n", trace_of_power(rotation, 9));

    double rows[3][5];
    for (int i = 0; i < 15; i++)
        rows[i / 5][i % 5] = i * i - 7;
    printf("%g\n", dot_rows(3, 5, rows, (const int[][2]){{0, 1}, {1, 2}, {2, 0}}, 3));

    double tiny[1001] = {1};
    for (int i = 1; i < 1001; i++)
        tiny[i] = 1e-16;
    double plain = 0;
    for (int i = 0; i < 1001; i++)
        plain += tiny[i];
    printf("%.17g %.17g\n", plain, kahan(tiny, 1001));
    printf("%g %g %d %d\n", norm(2, (double[]){3e200, 4e200}), norm(3, (double[3]){0}), isinf(norm(1, (double[]){INFINITY})) != 0,
           isnan(determinant((matrix){1, 1, (double[]){NAN}})) != 0);

    matrix *all[] = {&a, &inverse, &product, &fit, &right, &t, &normal, &rhs};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        matrix_free(all[i]);
    return 0;
}
