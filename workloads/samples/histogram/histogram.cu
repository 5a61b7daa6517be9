// 256-bin histogram of bytes, with atomics straight to global memory and with one sub-histogram a block
// in dynamic shared memory. How often lanes collide depends on the data.
#include <vector>

#include "../common/cuda_check.cuh"

#define BINS 256
#define THREADS (BINS * 2)
#define BYTES_A_THREAD 64

typedef unsigned int uint;

__global__ void histogramGlobal(const unsigned char *data, uint *bins, uint count)
{
    const uint step = gridDim.x * blockDim.x;
    for (uint i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
        atomicAdd(&bins[data[i]], 1u);
}

__global__ void histogramShared(const uchar4 *data, uint *bins, uint words)
{
    extern __shared__ uint local[];
    for (uint b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0;
    __syncthreads();

    const uint step = gridDim.x * blockDim.x;
    for (uint i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += step) {
        const uchar4 four = data[i];
        atomicAdd(&local[four.x], 1u);
        atomicAdd(&local[four.y], 1u);
        atomicAdd(&local[four.z], 1u);
        atomicAdd(&local[four.w], 1u);
    }
    __syncthreads();
    for (uint b = threadIdx.x; b < BINS; b += blockDim.x)
        if (local[b] != 0)
            atomicAdd(&bins[b], local[b]);
}

int main(int argc, char **argv)
{
    const uint count = argc > 1 ? (uint)atoi(argv[1]) : 16u * 1024 * 1024;
    std::vector<unsigned char> host(count);
    uint state = 1;
    for (unsigned char &value : host) {
        state = state * 1664525u + 1013904223u;
        value = state >> 24;
    }

    unsigned char *data;
    uint *bins;
    CUDA_CHECK(cudaMalloc((void **)&data, count));
    CUDA_CHECK(cudaMalloc((void **)&bins, 2 * BINS * sizeof(uint)));
    CUDA_CHECK(cudaMemcpy(data, host.data(), count, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemsetAsync(bins, 0, 2 * BINS * sizeof(uint)));

    const uint blocks = count / (THREADS * BYTES_A_THREAD);
    histogramGlobal<<<blocks, THREADS>>>(data, bins, count);
    histogramShared<<<blocks, THREADS, BINS * sizeof(uint)>>>((const uchar4 *)data, bins + BINS, count / 4);

    uint result[2 * BINS];
    CUDA_CHECK(cudaMemcpy(result, bins, sizeof(result), cudaMemcpyDeviceToHost));
    std::printf("bin 0: %u and %u\n", result[0], result[BINS]);
    cudaFree(data);
    cudaFree(bins);
    return 0;
}
