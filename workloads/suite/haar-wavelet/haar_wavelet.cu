// One-dimensional Haar wavelet: a block decomposes twice its threads, the first level from global memory,
// the rest in shared memory with half of the threads leaving at each level. Barriers and idle lanes.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 512
#endif
#define INV_ROOT2 0.70710678f

/** Details of a level with n coefficients in all go to `details` from n on; the block's average goes to `averages`. */
__global__ void __launch_bounds__(BLOCK_SIZE)
haarLevels(const float *__restrict__ signal, float *__restrict__ details, float *__restrict__ averages)
{
    __shared__ float level[BLOCK_SIZE];
    const int t = threadIdx.x, pair = blockIdx.x * BLOCK_SIZE + t;
    const float left = signal[2 * pair], right = signal[2 * pair + 1];
    details[gridDim.x * BLOCK_SIZE + pair] = (left - right) * INV_ROOT2;
    level[t] = (left + right) * INV_ROOT2;

    for (int active = BLOCK_SIZE / 2; active > 0; active >>= 1) {
        __syncthreads();
        float a = 0.0f, b = 0.0f;
        if (t < active) {
            a = level[2 * t];
            b = level[2 * t + 1];
        }
        __syncthreads();
        if (t < active) {
            details[(gridDim.x + blockIdx.x) * active + t] = (a - b) * INV_ROOT2;
            level[t] = (a + b) * INV_ROOT2;
        }
    }
    if (t == 0)
        averages[blockIdx.x] = level[0];
}

int main(int argc, char **argv)
{
    const int length = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
    const int blocks = length / (2 * BLOCK_SIZE);
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
    haarLevels<<<blocks, BLOCK_SIZE>>>(dSignal, dDetails, dAverages);
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
