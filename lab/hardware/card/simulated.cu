// What probes.cu runs, without its clock: lowered for the simulator, never compiled. Each kernel goes on for `rounds`.
#include "bodies.cuh"

__global__ void copy(const float *from, float *to, unsigned count, long long rounds)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    for (long long round = 0; round < rounds; ++round)
        for (unsigned i = thread; i < count; i += 4 * stride)
            copyFour(from, to, i, stride);
}

__global__ void read(const float *from, float *to, unsigned count, long long rounds)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    float sum = 0;
    for (long long round = 0; round < rounds; ++round)
        for (unsigned i = thread; i < count; i += 4 * stride)
            sum += readFour(from, i, stride);
    to[thread] = sum;
}

__global__ void readPast(const float *from, float *to, unsigned count, long long rounds)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    float sum = 0;
    for (long long round = 0; round < rounds; ++round)
        for (unsigned i = thread; i < count; i += 4 * stride)
            sum += __ldcg(from + i) + __ldcg(from + i + stride) + __ldcg(from + i + 2 * stride) +
                   __ldcg(from + i + 3 * stride);
    to[thread] = sum;
}

__global__ void write(float *to, unsigned count, long long rounds)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    for (long long round = 0; round < rounds; ++round)
        for (unsigned i = thread; i < count; i += 4 * stride)
            writeFour(to, i, stride, 1.0f);
}

__global__ void atomics(int *to, unsigned count, long long rounds)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    for (long long round = 0; round < rounds; ++round)
        for (unsigned i = thread; i < count; i += 4 * stride)
            atomicFour(to, i, stride);
}

__global__ void copyOwn(const float *from, float *to, unsigned count, long long rounds)
{
    const unsigned first = blockIdx.x * count;
    for (long long round = 0; round < rounds; ++round)
        for (unsigned i = first + threadIdx.x; i < first + count; i += 4 * blockDim.x)
            copyFour(from, to, i, blockDim.x);
}

__global__ void readOwn(const float *from, float *to, unsigned count, long long rounds)
{
    const unsigned first = blockIdx.x * count;
    float sum = 0;
    for (long long round = 0; round < rounds; ++round)
        for (unsigned i = first + threadIdx.x; i < first + count; i += 4 * blockDim.x)
            sum += readFour(from, i, blockDim.x);
    to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void fp32(const float *from, float *to, long long rounds)
{
    float chain[4] = {from[0], from[1], from[2], from[3]};
    const float x = from[4], y = from[5];
    for (long long round = 0; round < rounds; ++round)
        fp32Step(chain, x, y);
    to[threadIdx.x] = chain[0] + chain[1] + chain[2] + chain[3];
}

__global__ void fp64(const float *from, float *to, long long rounds)
{
    double chain[4] = {from[0], from[1], from[2], from[3]};
    const double x = from[4], y = from[5];
    for (long long round = 0; round < rounds; ++round)
        fp64Step(chain, x, y);
    to[threadIdx.x] = float(chain[0] + chain[1] + chain[2] + chain[3]);
}

__global__ void int32(const float *from, float *to, long long rounds)
{
    int chain[4] = {int(from[0]), int(from[1]), int(from[2]), int(from[3])};
    const int x = int(from[4]) + 3, y = int(from[5]);
    for (long long round = 0; round < rounds; ++round)
        int32Step(chain, x, y);
    to[threadIdx.x] = float(chain[0] + chain[1] + chain[2] + chain[3]);
}

__global__ void special(const float *from, float *to, long long rounds)
{
    float chain[4] = {from[0], from[1], from[2], from[3]};
    for (long long round = 0; round < rounds; ++round)
        specialStep(chain);
    to[threadIdx.x] = chain[0] + chain[1] + chain[2] + chain[3];
}

__global__ void shared(float *to, long long rounds)
{
    __shared__ volatile int words[2048];
    int total = 0;
    for (long long round = 0; round < rounds; ++round)
        total += sharedStep(words, threadIdx.x);
    to[threadIdx.x] = total;
}

__global__ void sharedTwice(float *to, long long rounds)
{
    __shared__ volatile int words[2048];
    int total = 0;
    for (long long round = 0; round < rounds; ++round)
        total += sharedStep(words, threadIdx.x * 2);
    to[threadIdx.x] = total;
}

__global__ void tensor(const float *from, float *to, long long rounds)
{
    TileA a;
    TileB b;
    TileSum sums[4];
    nvcuda::wmma::fill_fragment(a, __float2half(from[0]));
    nvcuda::wmma::fill_fragment(b, __float2half(from[1]));
    for (int i = 0; i < 4; ++i)
        nvcuda::wmma::fill_fragment(sums[i], 0.0f);
    for (long long round = 0; round < rounds; ++round)
        tensorStep(a, b, sums);
    to[threadIdx.x] = sums[0].x[0] + sums[1].x[0] + sums[2].x[0] + sums[3].x[0];
}

__global__ void shuffle(float *to, long long rounds)
{
    int value = threadIdx.x;
    for (long long round = 0; round < rounds; ++round)
        for (int i = 0; i < 4; ++i)
            value = __shfl_xor_sync(0xffffffffu, value, 1 + i) + 1;
    to[threadIdx.x] = value;
}

__global__ void barrier(long long rounds)
{
    for (long long round = 0; round < rounds; ++round)
        __syncthreads();
}
