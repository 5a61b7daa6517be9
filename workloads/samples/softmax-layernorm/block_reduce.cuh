// Reduction over the threads of a block, shared by the row kernels.
#pragma once

struct Sum {
    static constexpr float identity = 0.0f;
    __device__ float operator()(float a, float b) const { return a + b; }
};

struct Max {
    static constexpr float identity = -3.402823466e+38f;
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

/** The value of all threads of the block combined; every thread gets the result. */
template <class Operation, int Threads> __device__ float blockReduce(float value)
{
    static_assert(Threads % 32 == 0 && Threads <= 1024, "whole warps only");
    __shared__ float partial[Threads / 32];
    const Operation combine;
    for (int offset = 16; offset > 0; offset >>= 1)
        value = combine(value, __shfl_xor_sync(0xffffffffu, value, offset));
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = value;
    __syncthreads();
    value = Operation::identity;
    for (int warp = 0; warp < Threads / 32; ++warp)
        value = combine(value, partial[warp]);
    __syncthreads();
    return value;
}
