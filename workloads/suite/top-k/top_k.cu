// The largest k values of each row with their places, as a decoder picks its candidates. A block keeps its row in
// shared memory and takes the maximum k times: threads look through their own values, warps exchange, the first warp
// decides. Stresses shared memory, warp exchanges and barriers; one pass over DRAM.
#include <functional>

#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define WARP 32
#define BLOCK 256
#define WARPS (BLOCK / WARP)
#define WIDTH 4096

__global__ void topK(const float *__restrict__ rows, float *bestValue, int *bestPlace, int k)
{
    __shared__ float values[WIDTH];
    __shared__ float warpValue[WARPS];
    __shared__ int warpPlace[WARPS];
    const int lane = threadIdx.x % WARP;
    const int warp = threadIdx.x / WARP;
    for (int i = threadIdx.x; i < WIDTH; i += BLOCK)
        values[i] = rows[blockIdx.x * WIDTH + i];
    __syncthreads();
    for (int round = 0; round < k; ++round) {
        float highest = -1e30f;
        int place = 0;
        for (int i = threadIdx.x; i < WIDTH; i += BLOCK) {
            const float value = values[i];
            place = value > highest ? i : place;
            highest = fmaxf(highest, value);
        }
        for (int offset = WARP / 2; offset > 0; offset >>= 1) {
            const float otherHighest = __shfl_xor_sync(0xffffffffu, highest, offset);
            const int otherPlace = __shfl_xor_sync(0xffffffffu, place, offset);
            place = otherHighest > highest ? otherPlace : place;
            highest = fmaxf(highest, otherHighest);
        }
        if (lane == 0) {
            warpValue[warp] = highest;
            warpPlace[warp] = place;
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int w = 1; w < WARPS; ++w) {
                place = warpValue[w] > highest ? warpPlace[w] : place;
                highest = fmaxf(highest, warpValue[w]);
            }
            bestValue[blockIdx.x * k + round] = highest;
            bestPlace[blockIdx.x * k + round] = place;
            values[place] = -1e30f;
        }
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 4096;
    const int k = argc > 2 ? atoi(argv[2]) : 8;
    const std::vector<float> values = uniformFloats(size_t(rows) * WIDTH, -1.0f, 1.0f, 44);
    std::vector<float> best(size_t(rows) * k);

    float *deviceRows, *deviceValue;
    int *devicePlace;
    CUDA_CHECK(cudaMalloc(&deviceRows, sizeof(float) * rows * WIDTH));
    CUDA_CHECK(cudaMalloc(&deviceValue, sizeof(float) * rows * k));
    CUDA_CHECK(cudaMalloc(&devicePlace, sizeof(int) * rows * k));
    CUDA_CHECK(cudaMemcpy(deviceRows, values.data(), sizeof(float) * rows * WIDTH, cudaMemcpyHostToDevice));
    topK<<<rows, BLOCK>>>(deviceRows, deviceValue, devicePlace, k);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(best.data(), deviceValue, sizeof(float) * rows * k, cudaMemcpyDeviceToHost));

    double error = 0.0;
    for (int row = 0; row < rows; row += rows / 16 + 1) {
        std::vector<float> sorted(values.begin() + size_t(row) * WIDTH, values.begin() + size_t(row + 1) * WIDTH);
        std::partial_sort(sorted.begin(), sorted.begin() + k, sorted.end(), std::greater<float>());
        for (int i = 0; i < k; ++i)
            error = std::max(error, std::fabs(double(sorted[i]) - best[size_t(row) * k + i]));
    }
    cudaFree(deviceRows);
    cudaFree(deviceValue);
    cudaFree(devicePlace);
    return report("top k", error, 0);
}
