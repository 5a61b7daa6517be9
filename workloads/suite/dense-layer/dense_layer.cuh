// Product of a batch with a layer's weights, with bias and activation; used by all network services of the suite.
#pragma once

#define DENSE_TILE 32
#define DENSE_BLOCK 16

#define LINEAR 0
#define SIGMOID 1
#define HARD_TANH 2

__host__ __device__ inline float activated(float x, int activation)
{
    if (activation == SIGMOID)
        return 1.0f / (1.0f + expf(-x));
    if (activation == HARD_TANH)
        return fminf(1.0f, fmaxf(-1.0f, x));
    return x;
}

/**
 * output = activation(input x weights + bias) with input rows x depth, weights depth x columns. Rows and columns
 * are multiples of 32, depth of 16. A block of 16 x 16 threads computes a tile of 32 x 32, each thread 2 x 2 of it.
 */
__global__ void denseLayer(const float *__restrict__ input, const float *__restrict__ weights, const float *__restrict__ bias,
                           float *output, int rows, int columns, int depth, int activation)
{
    __shared__ float left[DENSE_TILE][DENSE_BLOCK + 1];
    __shared__ float right[DENSE_BLOCK][DENSE_TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * DENSE_TILE + ty;
    const int column = blockIdx.x * DENSE_TILE + tx;
    float sum00 = 0.0f, sum01 = 0.0f, sum10 = 0.0f, sum11 = 0.0f;
    for (int k = 0; k < depth; k += DENSE_BLOCK) {
        left[ty][tx] = input[row * depth + k + tx];
        left[ty + DENSE_BLOCK][tx] = input[(row + DENSE_BLOCK) * depth + k + tx];
        right[ty][tx] = weights[(k + ty) * columns + column];
        right[ty][tx + DENSE_BLOCK] = weights[(k + ty) * columns + column + DENSE_BLOCK];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < DENSE_BLOCK; ++i) {
            const float a0 = left[ty][i], a1 = left[ty + DENSE_BLOCK][i];
            const float b0 = right[i][tx], b1 = right[i][tx + DENSE_BLOCK];
            sum00 += a0 * b0;
            sum01 += a0 * b1;
            sum10 += a1 * b0;
            sum11 += a1 * b1;
        }
        __syncthreads();
    }
    const float bias0 = bias[column], bias1 = bias[column + DENSE_BLOCK];
    output[row * columns + column] = activated(sum00 + bias0, activation);
    output[row * columns + column + DENSE_BLOCK] = activated(sum01 + bias1, activation);
    output[(row + DENSE_BLOCK) * columns + column] = activated(sum10 + bias0, activation);
    output[(row + DENSE_BLOCK) * columns + column + DENSE_BLOCK] = activated(sum11 + bias1, activation);
}
