// Products of a matrix in row order with a vector, one element of the result a thread. By rows, the threads of a warp
// walk down columns that lie a whole row apart, and every load takes a line of its own; by columns they read together.
#pragma once

__global__ void applyRows(const float *__restrict__ m, const float *__restrict__ x, float *y, int n)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = y[row];
    for (int column = 0; column < n; ++column)
        sum += m[row * n + column] * x[column];
    y[row] = sum;
}

__global__ void applyColumns(const float *__restrict__ m, const float *__restrict__ x, float *y, int n)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n)
        return;
    float sum = y[column];
    for (int row = 0; row < n; ++row)
        sum += m[row * n + column] * x[row];
    y[column] = sum;
}
