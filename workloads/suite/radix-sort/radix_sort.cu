// Radix sort of 32-bit keys, four bits a pass: blocks count their digits, one block sums the counts up, and the keys
// are scattered in stable order, ranked within a warp by ballots. Stresses shared atomics in the first kernel and
// scattered stores in the last; the one in between is a single block and leaves the GPU idle.
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define WARP 32
#define BLOCK 256
#define WARPS (BLOCK / WARP)
#define BITS 4
#define DIGITS (1 << BITS)

/** `counts` is digits x blocks. */
__global__ void countDigits(const unsigned *__restrict__ keys, int *counts, int count, int shift)
{
    __shared__ int histogram[DIGITS];
    if (threadIdx.x < DIGITS)
        histogram[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        atomicAdd(&histogram[keys[i] >> shift & (DIGITS - 1)], 1);
    __syncthreads();
    if (threadIdx.x < DIGITS)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = histogram[threadIdx.x];
}

/** Exclusive prefix sum in place, by one block: each thread sums a run of the counts. */
__global__ void scanCounts(int *counts, int count)
{
    __shared__ int sums[BLOCK];
    const int run = (count + BLOCK - 1) / BLOCK;
    const int first = threadIdx.x * run;
    const int last = min(count, first + run);
    int sum = 0;
    for (int i = first; i < last; ++i)
        sum += counts[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int offset = 1; offset < BLOCK; offset *= 2) {
        const int below = threadIdx.x >= offset ? sums[threadIdx.x - offset] : 0;
        __syncthreads();
        sums[threadIdx.x] += below;
        __syncthreads();
    }
    int before = sums[threadIdx.x] - sum;
    for (int i = first; i < last; ++i) {
        const int own = counts[i];
        counts[i] = before;
        before += own;
    }
}

// 32 random keys hold 14 of the 16 digits on average: so many lanes are the first of theirs.
// corun: share_i=0.44
__global__ void scatterKeys(const unsigned *__restrict__ keys, unsigned *sorted, const int *__restrict__ starts, int count,
                            int shift)
{
    __shared__ int ofWarp[WARPS][DIGITS];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % WARP;
    const int warp = threadIdx.x / WARP;
    const unsigned key = i < count ? keys[i] : 0;
    const unsigned digit = key >> shift & (DIGITS - 1);
    unsigned same = __ballot_sync(0xffffffffu, i < count);
    for (int bit = 0; bit < BITS; ++bit) {
        const unsigned set = __ballot_sync(0xffffffffu, digit >> bit & 1);
        same &= digit >> bit & 1 ? set : ~set;
    }
    const int rank = __popc(same & ((1u << lane) - 1));
    if (lane < DIGITS)
        ofWarp[warp][lane] = 0;
    __syncwarp();
    if (i < count && rank == 0)
        ofWarp[warp][digit] = __popc(same);
    __syncthreads();
    if (i >= count)
        return;
    int place = starts[digit * gridDim.x + blockIdx.x] + rank;
    for (int w = 0; w < warp; ++w)
        place += ofWarp[w][digit];
    sorted[place] = key;
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 1 << 22;
    Random random(45);
    std::vector<unsigned> keys(count), result(count);
    for (unsigned &key : keys)
        key = random.next() << 8 ^ random.next();

    const int blocks = (count + BLOCK - 1) / BLOCK;
    unsigned *device[2];
    int *deviceCounts;
    CUDA_CHECK(cudaMalloc(&device[0], count * sizeof(unsigned)));
    CUDA_CHECK(cudaMalloc(&device[1], count * sizeof(unsigned)));
    CUDA_CHECK(cudaMalloc(&deviceCounts, blocks * DIGITS * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(device[0], keys.data(), count * sizeof(unsigned), cudaMemcpyHostToDevice));
    int now = 0;
    for (int shift = 0; shift < 32; shift += BITS) {
        countDigits<<<blocks, BLOCK>>>(device[now], deviceCounts, count, shift);
        scanCounts<<<1, BLOCK>>>(deviceCounts, blocks * DIGITS);
        scatterKeys<<<blocks, BLOCK>>>(device[now], device[1 - now], deviceCounts, count, shift);
        now = 1 - now;
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(result.data(), device[now], count * sizeof(unsigned), cudaMemcpyDeviceToHost));

    std::sort(keys.begin(), keys.end());
    int wrong = 0;
    for (int i = 0; i < count; ++i)
        wrong += keys[i] != result[i];
    cudaFree(device[0]);
    cudaFree(device[1]);
    cudaFree(deviceCounts);
    return report("radix sort", wrong, 0);
}
