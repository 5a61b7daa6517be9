// Histograms of bytes with 64 and with 256 bins. The 64-bin kernel gives every thread byte counters of its
// own in shared memory (no atomics), the 256-bin kernel gives every warp a sub-histogram with shared
// atomics; a merge kernel adds the partial histograms of all blocks. Shared memory and its conflicts decide.
#include <vector>

#include "../../samples/common/cuda_check.cuh"

typedef unsigned int uint;

#define BINS64_THREADS 64
#define BINS64_BYTES_A_THREAD 48 // below 256: a byte counter must not run over
#define WARPS256 8
#define MERGE_THREADS 256

/** Counts the upper six bits of each byte of a word. */
__device__ __forceinline__ void countWord(unsigned char *counters, uint word, int column)
{
    ++counters[((word >> 2) & 63u) * BINS64_THREADS + column];
    ++counters[((word >> 10) & 63u) * BINS64_THREADS + column];
    ++counters[((word >> 18) & 63u) * BINS64_THREADS + column];
    ++counters[(word >> 26) * BINS64_THREADS + column];
}

__global__ void __launch_bounds__(BINS64_THREADS) histogram64(uint *__restrict__ partial, const uint4 *__restrict__ data)
{
    __shared__ uint words[BINS64_THREADS * 64 / 4]; // bytes [bin][thread]: lanes of a word share a bank
    unsigned char *counters = reinterpret_cast<unsigned char *>(words);
    for (int i = threadIdx.x; i < BINS64_THREADS * 64 / 4; i += BINS64_THREADS)
        words[i] = 0;
    __syncthreads();

    // Neighbouring threads of a warp write different banks: thread bits 0-3 and 4-5 change places.
    const int column = ((threadIdx.x & 15) << 2) | ((threadIdx.x & 48) >> 4);
    const uint4 *mine = data + blockIdx.x * BINS64_THREADS * (BINS64_BYTES_A_THREAD / 16) + threadIdx.x;
    for (int i = 0; i < BINS64_BYTES_A_THREAD / 16; ++i) {
        const uint4 four = mine[i * BINS64_THREADS];
        countWord(counters, four.x, column);
        countWord(counters, four.y, column);
        countWord(counters, four.z, column);
        countWord(counters, four.w, column);
    }
    __syncthreads();
    const uint *row = words + threadIdx.x * (BINS64_THREADS / 4);
    uint sum = 0;
    for (int i = 0; i < BINS64_THREADS / 4; ++i) {
        const uint word = row[(i + threadIdx.x) & (BINS64_THREADS / 4 - 1)];
        sum += (word & 255u) + ((word >> 8) & 255u) + ((word >> 16) & 255u) + (word >> 24);
    }
    partial[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(WARPS256 * 32)
histogram256(uint *__restrict__ partial, const uint *__restrict__ data, uint words)
{
    __shared__ uint counters[WARPS256 * 256];
    for (int i = threadIdx.x; i < WARPS256 * 256; i += WARPS256 * 32)
        counters[i] = 0;
    __syncthreads();
    uint *own = counters + (threadIdx.x / 32) * 256;
    for (uint i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += blockDim.x * gridDim.x) {
        const uint word = data[i];
        atomicAdd(own + (word & 255u), 1u);
        atomicAdd(own + ((word >> 8) & 255u), 1u);
        atomicAdd(own + ((word >> 16) & 255u), 1u);
        atomicAdd(own + (word >> 24), 1u);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += WARPS256 * 32) {
        uint sum = 0;
        for (int w = 0; w < WARPS256; ++w)
            sum += counters[w * 256 + bin];
        partial[blockIdx.x * 256 + bin] = sum;
    }
}

/** One block a bin: adds this bin of all partial histograms. */
__global__ void __launch_bounds__(MERGE_THREADS)
mergePartials(uint *__restrict__ histogram, const uint *__restrict__ partial, int partials, int bins)
{
    __shared__ uint sums[MERGE_THREADS];
    uint sum = 0;
    for (int i = threadIdx.x; i < partials; i += MERGE_THREADS)
        sum += partial[i * bins + blockIdx.x];
    sums[threadIdx.x] = sum;
    for (int half = MERGE_THREADS / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        histogram[blockIdx.x] = sums[0];
}

int main(int argc, char **argv)
{
    const int blocks64 = argc > 1 ? std::atoi(argv[1]) : 4096, blocks256 = 480;
    const size_t bytes = size_t(blocks64) * BINS64_THREADS * BINS64_BYTES_A_THREAD;
    std::vector<unsigned char> data(bytes);
    std::vector<uint> result(320), expected(320, 0);
    uint state = 11;
    for (unsigned char &value : data) {
        state = state * 1664525u + 1013904223u;
        value = state >> 24;
        ++expected[value >> 2];
        ++expected[64 + value];
    }
    unsigned char *dData;
    uint *dPartial, *dResult;
    CUDA_CHECK(cudaMalloc(&dData, bytes));
    CUDA_CHECK(cudaMalloc(&dPartial, (blocks64 * 64 + blocks256 * 256) * sizeof(uint)));
    CUDA_CHECK(cudaMalloc(&dResult, 320 * sizeof(uint)));
    CUDA_CHECK(cudaMemcpy(dData, data.data(), bytes, cudaMemcpyHostToDevice));
    uint *partial256 = dPartial + blocks64 * 64;
    histogram64<<<blocks64, BINS64_THREADS>>>(dPartial, (const uint4 *)dData);
    mergePartials<<<64, MERGE_THREADS>>>(dResult, dPartial, blocks64, 64);
    histogram256<<<blocks256, WARPS256 * 32>>>(partial256, (const uint *)dData, uint(bytes / 4));
    mergePartials<<<256, MERGE_THREADS>>>(dResult + 64, partial256, blocks256, 256);
    CUDA_CHECK(cudaMemcpy(result.data(), dResult, 320 * sizeof(uint), cudaMemcpyDeviceToHost));
    std::printf("%s\n", result == expected ? "right" : "wrong");
    cudaFree(dData);
    cudaFree(dPartial);
    cudaFree(dResult);
    return result == expected ? 0 : 1;
}
