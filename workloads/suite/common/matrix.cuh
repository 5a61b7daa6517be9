// Dense matrices in row order as the linear-algebra programs use them: one output a thread, straight from global
// memory, and the same on the CPU.
#pragma once

#include <vector>

/** c = alpha · a · b + beta · c, for square matrices. */
inline void multiplyOnHost(const std::vector<float> &a, const std::vector<float> &b, std::vector<float> &c, int n, float alpha,
                           float beta)
{
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = 0.0f;
            for (int k = 0; k < n; ++k)
                sum += a[size_t(row) * n + k] * b[size_t(k) * n + column];
            c[size_t(row) * n + column] = alpha * sum + beta * c[size_t(row) * n + column];
        }
}

/** y = m · x, or with the transpose of m. */
inline std::vector<float> applyOnHost(const std::vector<float> &m, const std::vector<float> &x, int n, bool transposed)
{
    std::vector<float> y(n, 0.0f);
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column)
            if (transposed)
                y[column] += m[size_t(row) * n + column] * x[row];
            else
                y[row] += m[size_t(row) * n + column] * x[column];
    return y;
}
