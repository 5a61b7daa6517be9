// The plain product of two square matrices: one element a thread, a row that a warp shares and a column that it
// reads together. Loads and the L1 cache set the pace; nothing is kept in shared memory.
#pragma once

__global__ void multiply(const float *__restrict__ a, const float *__restrict__ b, float *c, int n, float alpha, float beta)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = alpha * sum + beta * c[row * n + column];
}
