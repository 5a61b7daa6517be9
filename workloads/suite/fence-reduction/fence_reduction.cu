// Sum of a vector in one launch: every block adds its part, publishes it behind a memory fence and takes a
// ticket; the block with the last ticket adds the parts. Beside it the same sum in two launches. A DRAM
// stream with a tree in shared memory and one atomic a block.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 128
#endif

__device__ unsigned int ticket;

__device__ __forceinline__ float blockSum(float value, float *shared)
{
    shared[threadIdx.x] = value;
    for (int half = BLOCK_SIZE / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x < half)
            shared[threadIdx.x] += shared[threadIdx.x + half];
    }
    __syncthreads();
    return shared[0];
}

__device__ __forceinline__ float stridedSum(const float *values, int count)
{
    float sum = 0.0f;
    for (int i = blockIdx.x * BLOCK_SIZE + threadIdx.x; i < count; i += gridDim.x * BLOCK_SIZE)
        sum += values[i];
    return sum;
}

__global__ void __launch_bounds__(BLOCK_SIZE) sumPerBlock(const float *__restrict__ values, float *__restrict__ partial, int count)
{
    __shared__ float shared[BLOCK_SIZE];
    const float sum = blockSum(stridedSum(values, count), shared);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

// One block of 960 draws the last ticket.
// corun: share_isLast=0.001
__global__ void __launch_bounds__(BLOCK_SIZE)
sumInOneLaunch(const float *__restrict__ values, volatile float *partial, float *result, int count)
{
    __shared__ float shared[BLOCK_SIZE];
    __shared__ bool isLast;
    const float sum = blockSum(stridedSum(values, count), shared);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        isLast = atomicAdd(&ticket, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (isLast) {
        float parts = 0.0f;
        for (int i = threadIdx.x; i < gridDim.x; i += BLOCK_SIZE)
            parts += partial[i];
        const float total = blockSum(parts, shared);
        if (threadIdx.x == 0) {
            *result = total;
            ticket = 0;
        }
    }
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 1 << 22, blocks = argc > 2 ? std::atoi(argv[2]) : 960;
    std::vector<float> values(count);
    double exact = 0.0;
    for (int i = 0; i < count; ++i) {
        values[i] = float(i % 101) / 101.0f;
        exact += values[i];
    }
    float *dValues, *dPartial, *dResult, once = 0.0f, twice = 0.0f;
    CUDA_CHECK(cudaMalloc(&dValues, count * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dPartial, blocks * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dResult, sizeof(float)));
    CUDA_CHECK(cudaMemcpy(dValues, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    sumInOneLaunch<<<blocks, BLOCK_SIZE>>>(dValues, dPartial, dResult, count);
    CUDA_CHECK(cudaMemcpy(&once, dResult, sizeof(float), cudaMemcpyDeviceToHost));
    sumPerBlock<<<blocks, BLOCK_SIZE>>>(dValues, dPartial, count);
    sumPerBlock<<<1, BLOCK_SIZE>>>(dPartial, dResult, blocks);
    CUDA_CHECK(cudaMemcpy(&twice, dResult, sizeof(float), cudaMemcpyDeviceToHost));
    std::printf("%g and %g of %g\n", once, twice, exact);
    cudaFree(dValues);
    cudaFree(dPartial);
    cudaFree(dResult);
    return std::fabs(once / exact - 1.0) < 1e-4 && std::fabs(twice / exact - 1.0) < 1e-4 ? 0 : 1;
}
