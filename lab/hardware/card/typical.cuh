// Eight small kernels of shapes that programs often have, for typical.cu and for the simulator, which lowers them from here.
#pragma once

#include <cuda_runtime.h>

constexpr int kTypicalBlock = 256, kTypicalWarps = kTypicalBlock / 32, kTypicalBins = 256, kTypicalTile = 32,
              kTypicalRows = 8;

/** Sums of a grid's share of numbers, a warp's by shuffles. */
__global__ void __launch_bounds__(kTypicalBlock) sumNumbers(const float *numbers, float *sums, int count)
{
    __shared__ float ofWarps[kTypicalWarps];
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        sum += numbers[i];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (threadIdx.x % 32 == 0)
        ofWarps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        float total = threadIdx.x < kTypicalWarps ? ofWarps[threadIdx.x] : 0.0f;
        for (int distance = kTypicalWarps / 2; distance > 0; distance /= 2)
            total += __shfl_down_sync(0xffffffffu, total, distance);
        if (threadIdx.x == 0)
            sums[blockIdx.x] = total;
    }
}

/** Seven points of a grid with a border, each thread through `depth` planes. */
__global__ void __launch_bounds__(kTypicalBlock)
    diffuse(const float *__restrict__ in, float *__restrict__ out, int width, int height, int depth)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    const int row = width + 2, plane = row * (height + 2);
    int at = (blockIdx.z * depth + 1) * plane + y * row + x;
    float below = in[at - plane], here = in[at];
    for (int z = 0; z < depth; ++z) {
        const float above = in[at + plane];
        out[at] = 0.4f * here + 0.1f * (below + above + in[at - 1] + in[at + 1] + in[at - row] + in[at + row]);
        below = here;
        here = above;
        at += plane;
    }
}

/** Sums of values in bins that a block has in shared memory; four values in a row have one bin, which their place decides. */
__global__ void __launch_bounds__(kTypicalBlock) sumByBin(const unsigned *values, unsigned *sums, int count)
{
    __shared__ unsigned bins[kTypicalBins];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[i / 4 * 73 % kTypicalBins], values[i]);
    __syncthreads();
    atomicAdd(&sums[threadIdx.x], bins[threadIdx.x]);
}

/** Rows of a sparse matrix of which each has `width` numbers, in columns far apart; `columns` is a power of two. */
__global__ void __launch_bounds__(kTypicalBlock)
    multiplySparse(const float *__restrict__ values, const float *__restrict__ x, float *__restrict__ y, int rows, int width,
                   int columns)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int k = 0; k < width; ++k)
        sum += values[k * rows + row] * x[(row * 37 + k * 7919) & (columns - 1)];
    y[row] = sum;
}

__device__ __forceinline__ float largestOfBlock(float value, float *ofWarps)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, distance));
    if (threadIdx.x % 32 == 0)
        ofWarps[threadIdx.x / 32] = value;
    __syncthreads();
    for (int w = 0; w < kTypicalWarps; ++w)
        value = fmaxf(value, ofWarps[w]);
    __syncthreads();
    return value;
}

__device__ __forceinline__ float sumOfBlock(float value, float *ofWarps)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    if (threadIdx.x % 32 == 0)
        ofWarps[threadIdx.x / 32] = value;
    __syncthreads();
    value = 0.0f;
    for (int w = 0; w < kTypicalWarps; ++w)
        value += ofWarps[w];
    return value;
}

/** Softmax of a row of 1024 numbers by a block. */
__global__ void __launch_bounds__(kTypicalBlock) softmaxOfRow(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float ofWarps[kTypicalWarps];
    const float *row = in + blockIdx.x * 4 * kTypicalBlock;
    float *result = out + blockIdx.x * 4 * kTypicalBlock;
    float own[4];
    for (int i = 0; i < 4; ++i)
        own[i] = row[i * kTypicalBlock + threadIdx.x];
    const float largest = largestOfBlock(fmaxf(fmaxf(own[0], own[1]), fmaxf(own[2], own[3])), ofWarps);
    for (int i = 0; i < 4; ++i)
        own[i] = __expf(own[i] - largest);
    const float sum = sumOfBlock(own[0] + own[1] + own[2] + own[3], ofWarps);
    for (int i = 0; i < 4; ++i)
        result[i * kTypicalBlock + threadIdx.x] = own[i] / sum;
}

/** A transposed copy by tiles of which a row more keeps banks apart. */
__global__ void __launch_bounds__(kTypicalBlock) copyTransposed(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float tile[kTypicalTile][kTypicalTile + 1];
    const int column = blockIdx.x * kTypicalTile + threadIdx.x, row = blockIdx.y * kTypicalTile + threadIdx.y;
    for (int i = 0; i < kTypicalTile; i += kTypicalRows)
        tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * n + column];
    __syncthreads();
    const int newColumn = blockIdx.y * kTypicalTile + threadIdx.x, newRow = blockIdx.x * kTypicalTile + threadIdx.y;
    for (int i = 0; i < kTypicalTile; i += kTypicalRows)
        out[(newRow + i) * n + newColumn] = tile[threadIdx.x][threadIdx.y + i];
}

/** Polynomials of doubles: four chains of multiply-adds. */
__global__ void __launch_bounds__(kTypicalBlock) evaluateDoubles(const double *__restrict__ in, double *__restrict__ out, int steps)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const double x = in[thread];
    double a = x, b = x + 1.0, c = x + 2.0, d = x + 3.0;
    for (int s = 0; s < steps; ++s) {
        a = a * x + 0.5;
        b = b * x + 0.25;
        c = c * x + 0.125;
        d = d * x + 0.0625;
    }
    out[thread] = a + b + c + d;
}

/** Waves: special functions of a number that is read once. */
__global__ void __launch_bounds__(kTypicalBlock) sumWaves(const float *__restrict__ in, float *__restrict__ out, int count, int waves)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= count)
        return;
    float phase = in[thread], sum = 0.0f;
    for (int w = 0; w < waves; ++w) {
        sum += __sinf(phase) * __expf(-phase);
        phase = phase * 0.9f + 0.01f;
    }
    out[thread] = sum;
}
