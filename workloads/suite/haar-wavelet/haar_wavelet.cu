// One-dimensional Haar wavelet: a block decomposes twice its threads, the first level from global memory,
// the rest in shared memory with half of the threads leaving at each level. Barriers and idle lanes.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 512
#endif
#define INV_ROOT2 0.70710678f

/** Details of all levels go to `details`, level after level; the block's average goes to `averages`. */
__global__ void haarLevels(const float *__restrict__ signal, float *__restrict__ details, float *__restrict__ averages,
                           int length, int levels)
{
    __shared__ float level[BLOCK_SIZE];
    const int t = threadIdx.x, pair = blockIdx.x * blockDim.x + t;
    const float left = signal[2 * pair], right = signal[2 * pair + 1];
    details[length / 2 + pair] = (left - right) * INV_ROOT2;
    level[t] = (left + right) * INV_ROOT2;

    int active = blockDim.x / 2, offset = length / 4;
    for (int l = 1; l < levels; ++l) {
        __syncthreads();
        float a = 0.0f, b = 0.0f;
        if (t < active) {
            a = level[2 * t];
            b = level[2 * t + 1];
        }
        __syncthreads();
        if (t < active) {
            details[offset + blockIdx.x * active + t] = (a - b) * INV_ROOT2;
            level[t] = (a + b) * INV_ROOT2;
        }
        active >>= 1;
        offset >>= 1;
    }
    if (t == 0)
        averages[blockIdx.x] = level[0];
}

int main(int argc, char **argv)
{
    const int length = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
    const int blocks = length / (2 * BLOCK_SIZE);
    int levels = 1;
    while ((1 << levels) < 2 * BLOCK_SIZE)
        ++levels;
    std::vector<float> signal(length), details(length), averages(blocks);
    double energy = 0.0, found = 0.0;
    for (int i = 0; i < length; ++i) {
        signal[i] = float(i % 37) - 18.0f;
        energy += double(signal[i]) * signal[i];
    }
    float *dSignal, *dDetails, *dAverages;
    CUDA_CHECK(cudaMalloc(&dSignal, length * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dDetails, length * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dAverages, blocks * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(dSignal, signal.data(), length * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(dDetails, 0, length * sizeof(float)));
    haarLevels<<<blocks, BLOCK_SIZE>>>(dSignal, dDetails, dAverages, length, levels);
    CUDA_CHECK(cudaMemcpy(details.data(), dDetails, length * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(averages.data(), dAverages, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    // The transform is orthogonal: it keeps the energy of the signal.
    for (float d : details)
        found += double(d) * d;
    for (float a : averages)
        found += double(a) * a;
    std::printf("energy %g of %g\n", found, energy);
    cudaFree(dSignal);
    cudaFree(dDetails);
    cudaFree(dAverages);
    return std::fabs(found / energy - 1.0) < 1e-4 ? 0 : 1;
}
