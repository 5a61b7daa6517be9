// Prefix sums by warp shuffles: a scan of a vector (warps, then the sums of the warps, then the carry of
// blocks), and the columns of an image with one warp row for each slice of the column. Shuffles and few
// barriers in place of shared memory; the rest streams DRAM.
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 256
#endif
#define SLICES 8

__device__ __forceinline__ int warpInclusive(int value, int lane)
{
#pragma unroll
    for (int reach = 1; reach < 32; reach <<= 1) {
        const int below = __shfl_up_sync(0xffffffffu, value, reach);
        if (lane >= reach)
            value += below;
    }
    return value;
}

__global__ void __launch_bounds__(BLOCK_SIZE) scanBlocks(int *data, int *blockSums)
{
    __shared__ int warpSums[32];
    const int i = blockIdx.x * BLOCK_SIZE + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int value = warpInclusive(data[i], lane);
    if (lane == 31)
        warpSums[warp] = value;
    __syncthreads();
    if (warp == 0) {
        const int sum = lane < BLOCK_SIZE / 32 ? warpSums[lane] : 0;
        warpSums[lane] = warpInclusive(sum, lane);
    }
    __syncthreads();
    if (warp > 0)
        value += warpSums[warp - 1];
    data[i] = value;
    if (threadIdx.x == BLOCK_SIZE - 1)
        blockSums[blockIdx.x] = value;
}

__global__ void addCarry(int *data, const int *__restrict__ carry)
{
    __shared__ int mine;
    if (threadIdx.x == 0)
        mine = blockIdx.x > 0 ? carry[blockIdx.x - 1] : 0;
    __syncthreads();
    data[blockIdx.x * blockDim.x + threadIdx.x] += mine;
}

/** Inclusive sums down the columns of an image, 32 columns a block; rows are taken eight at a time. */
__global__ void __launch_bounds__(32 * SLICES) scanColumns(unsigned int *image, int width, int height)
{
    __shared__ unsigned int sums[32][SLICES + 1];
    const int column = blockIdx.x * 32 + threadIdx.x;
    const int lane8 = threadIdx.x & (SLICES - 1);
    unsigned int carried = 0;
    for (int first = 0; first < height; first += SLICES) {
        const int at = (first + threadIdx.y) * width + column;
        const unsigned int value = image[at];
        sums[threadIdx.x][threadIdx.y] = value;
        __syncthreads();
        // Each row of threads scans four columns of eight rows: lanes turn from columns to rows.
        const int place = threadIdx.y * 4 + threadIdx.x / SLICES;
        unsigned int partial = sums[place][lane8];
#pragma unroll
        for (int reach = 1; reach < SLICES; reach <<= 1) {
            const unsigned int below = __shfl_up_sync(0xffffffffu, partial, reach, SLICES);
            if (lane8 >= reach)
                partial += below;
        }
        sums[place][lane8] = partial;
        __syncthreads();
        image[at] = sums[threadIdx.x][threadIdx.y] + carried;
        carried += sums[threadIdx.x][SLICES - 1];
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    const int blocks = argc > 1 ? std::atoi(argv[1]) : 4096, count = blocks * BLOCK_SIZE;
    const int width = 1920, height = argc > 2 ? std::atoi(argv[2]) : 1080;
    std::vector<int> data(count), result(count), carry(blocks);
    std::vector<unsigned int> image(size_t(width) * height), sums(image.size());
    for (int i = 0; i < count; ++i)
        data[i] = i % 7;
    for (size_t i = 0; i < image.size(); ++i)
        image[i] = unsigned(i % 11);
    int *dData, *dSums;
    unsigned int *dImage;
    CUDA_CHECK(cudaMalloc(&dData, count * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&dSums, blocks * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&dImage, image.size() * sizeof(unsigned int)));
    CUDA_CHECK(cudaMemcpy(dData, data.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dImage, image.data(), image.size() * sizeof(unsigned int), cudaMemcpyHostToDevice));
    scanBlocks<<<blocks, BLOCK_SIZE>>>(dData, dSums);
    CUDA_CHECK(cudaMemcpy(carry.data(), dSums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    for (int b = 1; b < blocks; ++b)
        carry[b] += carry[b - 1];
    CUDA_CHECK(cudaMemcpy(dSums, carry.data(), blocks * sizeof(int), cudaMemcpyHostToDevice));
    addCarry<<<blocks, BLOCK_SIZE>>>(dData, dSums);
    scanColumns<<<width / 32, dim3(32, SLICES)>>>(dImage, width, height);
    CUDA_CHECK(cudaMemcpy(result.data(), dData, count * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(sums.data(), dImage, sums.size() * sizeof(unsigned int), cudaMemcpyDeviceToHost));
    int wrong = 0, running = 0;
    for (int i = 0; i < count; ++i)
        wrong += result[i] != (running += data[i]);
    for (int x = 0; x < width; x += 17) {
        unsigned int down = 0;
        for (int y = 0; y < height; ++y)
            wrong += sums[size_t(y) * width + x] != (down += image[size_t(y) * width + x]);
    }
    std::printf("%d wrong\n", wrong);
    cudaFree(dData);
    cudaFree(dSums);
    cudaFree(dImage);
    return wrong != 0;
}
