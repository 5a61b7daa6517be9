// Means of the columns of a table and products of every two of its columns, one thread a column: a warp reads together,
// but there are as many threads as columns, and each works through all columns behind its own.
#pragma once

__global__ void columnMeans(const float *__restrict__ table, float *mean, int rows, int columns)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row)
        sum += table[row * columns + column];
    mean[column] = sum / rows;
}

/** The part of the result on and right of the diagonal, mirrored. */
__global__ void columnProducts(const float *__restrict__ table, float *result, int rows, int columns)
{
    const int first = blockIdx.x * blockDim.x + threadIdx.x;
    if (first >= columns)
        return;
    for (int second = first; second < columns; ++second) {
        float sum = 0.0f;
        for (int row = 0; row < rows; ++row)
            sum += table[row * columns + first] * table[row * columns + second];
        result[first * columns + second] = sum;
        result[second * columns + first] = sum;
    }
}
