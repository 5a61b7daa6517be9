// What the probes do between two looks at the clock: one body for what runs on a card (probes.cu) and for what is lowered
// and simulated (simulated.cu). Index `first` is that of a thread among all threads of its kernel, `stride` is how many
// there are; footprints are multiples of four strides.
#pragma once

#include <cuda_runtime.h>
#include <mma.h>

/** Calls of a body before the clock is looked at again. */
constexpr int kBetween = 8;
/** Operations of an arithmetic body on each of its chains. */
constexpr int kOperations = 16;

__device__ __forceinline__ void copyFour(const float *from, float *to, size_t i, size_t stride)
{
    to[i] = from[i];
    to[i + stride] = from[i + stride];
    to[i + 2 * stride] = from[i + 2 * stride];
    to[i + 3 * stride] = from[i + 3 * stride];
}

__device__ __forceinline__ float readFour(const float *from, size_t i, size_t stride)
{
    const float a = from[i], b = from[i + stride], c = from[i + 2 * stride], d = from[i + 3 * stride];
    return a + b + c + d;
}

__device__ __forceinline__ void writeFour(float *to, size_t i, size_t stride, float value)
{
    to[i] = value;
    to[i + stride] = value;
    to[i + 2 * stride] = value;
    to[i + 3 * stride] = value;
}

__device__ __forceinline__ void atomicFour(int *to, size_t i, size_t stride)
{
    atomicAdd(to + i, 1);
    atomicAdd(to + i + stride, 1);
    atomicAdd(to + i + 2 * stride, 1);
    atomicAdd(to + i + 3 * stride, 1);
}

__device__ __forceinline__ void fp32Step(float (&chain)[4], float x, float y)
{
#pragma unroll
    for (int i = 0; i < kOperations; ++i) {
        chain[0] = __fmaf_rn(chain[0], x, y);
        chain[1] = __fmaf_rn(chain[1], x, y);
        chain[2] = __fmaf_rn(chain[2], x, y);
        chain[3] = __fmaf_rn(chain[3], x, y);
    }
}

__device__ __forceinline__ void fp64Step(double (&chain)[4], double x, double y)
{
#pragma unroll
    for (int i = 0; i < kOperations; ++i) {
        chain[0] = __fma_rn(chain[0], x, y);
        chain[1] = __fma_rn(chain[1], x, y);
        chain[2] = __fma_rn(chain[2], x, y);
        chain[3] = __fma_rn(chain[3], x, y);
    }
}

__device__ __forceinline__ void int32Step(int (&chain)[4], int x, int y)
{
#pragma unroll
    for (int i = 0; i < kOperations; ++i) {
        chain[0] = chain[0] * x + y;
        chain[1] = chain[1] * x + y;
        chain[2] = chain[2] * x + y;
        chain[3] = chain[3] * x + y;
    }
}

__device__ __forceinline__ float special(float x)
{
    float y;
    asm volatile("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

__device__ __forceinline__ void specialStep(float (&chain)[4])
{
#pragma unroll
    for (int i = 0; i < kOperations; ++i) {
        chain[0] = special(chain[0]);
        chain[1] = special(chain[1]);
        chain[2] = special(chain[2]);
        chain[3] = special(chain[3]);
    }
}

/** Four words of shared memory a call. */
__device__ __forceinline__ int sharedStep(volatile const int *shared, int at)
{
    const int a = shared[at], b = shared[at ^ 1], c = shared[at ^ 2], d = shared[at ^ 3];
    return a + b + c + d;
}

/** Four products of 16 × 16 × 16 halves, summed as floats. */
using TileA = nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major>;
using TileB = nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, __half, nvcuda::wmma::col_major>;
using TileSum = nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void tensorStep(const TileA &a, const TileB &b, TileSum (&sums)[4])
{
    nvcuda::wmma::mma_sync(sums[0], a, b, sums[0]);
    nvcuda::wmma::mma_sync(sums[1], a, b, sums[1]);
    nvcuda::wmma::mma_sync(sums[2], a, b, sums[2]);
    nvcuda::wmma::mma_sync(sums[3], a, b, sums[3]);
}

/** The same address for as many lanes as `mask` leaves no place of their own. */
__device__ __forceinline__ void sameFour(int *to, unsigned thread, unsigned mask)
{
    atomicAdd(to + (thread & mask), 1);
    atomicAdd(to + (thread & mask) + 1024, 1);
    atomicAdd(to + (thread & mask) + 2048, 1);
    atomicAdd(to + (thread & mask) + 3072, 1);
}
