// Scalar products of many pairs of vectors: a block takes pairs in turn, every thread strides through the
// vectors into accumulators in shared memory, a tree adds them. Two DRAM streams, few instructions a byte,
// and a barrier at each level of the tree.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 256
#endif
constexpr int kAccumulators = 1024;

__global__ void __launch_bounds__(BLOCK_SIZE)
scalarProducts(float *__restrict__ products, const float *__restrict__ a, const float *__restrict__ b, int pairs,
               int elements)
{
    __shared__ float sums[kAccumulators];
    for (int pair = blockIdx.x; pair < pairs; pair += gridDim.x) {
        const int base = pair * elements, end = base + elements;
        for (int slot = threadIdx.x; slot < kAccumulators; slot += BLOCK_SIZE) {
            float sum = 0.0f;
            for (int i = base + slot; i < end; i += kAccumulators)
                sum += a[i] * b[i];
            sums[slot] = sum;
        }
        for (int half = kAccumulators / 2; half > 0; half >>= 1) {
            __syncthreads();
            for (int slot = threadIdx.x; slot < half; slot += BLOCK_SIZE)
                sums[slot] += sums[slot + half];
        }
        __syncthreads();
        if (threadIdx.x == 0)
            products[pair] = sums[0];
    }
}

int main(int argc, char **argv)
{
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 1024, elements = 4096, blocks = pairs < 1920 ? pairs : 1920;
    const size_t count = size_t(pairs) * elements;
    std::vector<float> a(count), b(count), products(pairs);
    for (size_t i = 0; i < count; ++i) {
        a[i] = float(i % 11) / 11.0f;
        b[i] = float(i % 19) / 19.0f;
    }
    float *dA, *dB, *dProducts;
    CUDA_CHECK(cudaMalloc(&dA, count * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dB, count * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dProducts, pairs * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(dA, a.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dB, b.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    scalarProducts<<<blocks, BLOCK_SIZE>>>(dProducts, dA, dB, pairs, elements);
    CUDA_CHECK(cudaMemcpy(products.data(), dProducts, pairs * sizeof(float), cudaMemcpyDeviceToHost));
    double worst = 0.0;
    for (int p = 0; p < pairs; p += 97) {
        double sum = 0.0;
        for (int i = 0; i < elements; ++i)
            sum += double(a[size_t(p) * elements + i]) * b[size_t(p) * elements + i];
        worst = std::fmax(worst, std::fabs(sum - products[p]) / sum);
    }
    std::printf("largest relative difference %g\n", worst);
    cudaFree(dA);
    cudaFree(dB);
    cudaFree(dProducts);
    return worst < 1e-4 ? 0 : 1;
}
