// Bitonic sorting network for key-value pairs: sections of 512 in shared memory, longer strides as one
// compare-exchange a thread in global memory, the tail of every merge in shared memory again. Compares and
// shared memory with a barrier each step; the global steps stream DRAM.
#include <algorithm>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

typedef unsigned int uint;
#ifndef SECTION
#define SECTION 512
#endif

__device__ __forceinline__ void compareExchange(uint &keyA, uint &valueA, uint &keyB, uint &valueB, bool ascending)
{
    if ((keyA > keyB) == ascending) {
        const uint key = keyA, value = valueA;
        keyA = keyB;
        valueA = valueB;
        keyB = key;
        valueB = value;
    }
}

// Of random keys, half of the compared pairs stand the wrong way round.
// corun: share_keyA=0.5
__global__ void __launch_bounds__(SECTION / 2)
bitonicSortShared(uint *__restrict__ keys, uint *__restrict__ values)
{
    __shared__ uint k[SECTION], v[SECTION];
    const uint t = threadIdx.x, base = blockIdx.x * SECTION;
    k[t] = keys[base + t];
    v[t] = values[base + t];
    k[t + SECTION / 2] = keys[base + t + SECTION / 2];
    v[t + SECTION / 2] = values[base + t + SECTION / 2];
    for (uint size = 2; size <= SECTION; size <<= 1) {
        // The last pass sorts odd sections downwards: two neighbours are then one bitonic sequence.
        const bool ascending = size < SECTION ? (t & (size / 2)) == 0 : (blockIdx.x & 1) == 0;
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            const uint at = 2 * t - (t & (stride - 1));
            compareExchange(k[at], v[at], k[at + stride], v[at + stride], ascending);
        }
    }
    __syncthreads();
    keys[base + t] = k[t];
    values[base + t] = v[t];
    keys[base + t + SECTION / 2] = k[t + SECTION / 2];
    values[base + t + SECTION / 2] = v[t + SECTION / 2];
}

// As above.
// corun: share_keyA=0.5
__global__ void bitonicMergeGlobal(uint *keys, uint *values, uint size, uint stride)
{
    const uint i = blockIdx.x * blockDim.x + threadIdx.x;
    const uint at = 2 * i - (i & (stride - 1));
    uint keyA = keys[at], keyB = keys[at + stride], valueA = values[at], valueB = values[at + stride];
    compareExchange(keyA, valueA, keyB, valueB, (i & (size / 2)) == 0);
    keys[at] = keyA;
    keys[at + stride] = keyB;
    values[at] = valueA;
    values[at + stride] = valueB;
}

// As above.
// corun: share_keyA=0.5
__global__ void __launch_bounds__(SECTION / 2)
bitonicMergeShared(uint *__restrict__ keys, uint *__restrict__ values, uint size)
{
    __shared__ uint k[SECTION], v[SECTION];
    const uint t = threadIdx.x, base = blockIdx.x * SECTION;
    const bool ascending = ((blockIdx.x * (SECTION / 2)) & (size / 2)) == 0;
    k[t] = keys[base + t];
    v[t] = values[base + t];
    k[t + SECTION / 2] = keys[base + t + SECTION / 2];
    v[t + SECTION / 2] = values[base + t + SECTION / 2];
    for (uint stride = SECTION / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        const uint at = 2 * t - (t & (stride - 1));
        compareExchange(k[at], v[at], k[at + stride], v[at + stride], ascending);
    }
    __syncthreads();
    keys[base + t] = k[t];
    values[base + t] = v[t];
    keys[base + t + SECTION / 2] = k[t + SECTION / 2];
    values[base + t + SECTION / 2] = v[t + SECTION / 2];
}

int main(int argc, char **argv)
{
    const uint n = argc > 1 ? uint(std::atoi(argv[1])) : 1u << 20;
    const size_t bytes = n * sizeof(uint);
    std::vector<uint> keys(n), sorted(n);
    for (uint i = 0; i < n; ++i)
        keys[i] = (i * 2246822519u) >> 4;
    uint *k, *v;
    CUDA_CHECK(cudaMalloc(&k, bytes));
    CUDA_CHECK(cudaMalloc(&v, bytes));
    CUDA_CHECK(cudaMemcpy(k, keys.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(v, 0, bytes));
    bitonicSortShared<<<n / SECTION, SECTION / 2>>>(k, v);
    for (uint size = 2 * SECTION; size <= n; size *= 2) {
        for (uint stride = size / 2; stride >= SECTION; stride /= 2)
            bitonicMergeGlobal<<<n / 512, 256>>>(k, v, size, stride);
        bitonicMergeShared<<<n / SECTION, SECTION / 2>>>(k, v, size);
    }
    CUDA_CHECK(cudaMemcpy(sorted.data(), k, bytes, cudaMemcpyDeviceToHost));
    std::sort(keys.begin(), keys.end());
    std::printf("%s\n", sorted == keys ? "right" : "wrong");
    cudaFree(k);
    cudaFree(v);
    return sorted == keys ? 0 : 1;
}
