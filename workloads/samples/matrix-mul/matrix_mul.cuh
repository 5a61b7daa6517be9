// The two kernels of matrix_mul.cu; streams_vmp.cu uses the tiled one too.
#pragma once

#include "tile.h"

__global__ void matrixMulNaive(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n)
        return;
    float dot = 0.0f;
    for (int k = 0; k < n; ++k)
        dot += a[row * n + k] * b[k * n + column];
    c[row * n + column] = dot;
}

__global__ void __launch_bounds__(TILE *TILE)
    matrixMulTiled(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    __shared__ float tileA[TILE][TILE];
    __shared__ float tileB[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int column = blockIdx.x * TILE + threadIdx.x;
    float dot = 0.0f;
    for (int first = 0; first < n; first += TILE) {
        tileA[threadIdx.y][threadIdx.x] = a[row * n + first + threadIdx.x];
        tileB[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            dot += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = dot;
}
