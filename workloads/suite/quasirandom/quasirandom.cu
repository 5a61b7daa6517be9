// Quasi-random numbers of several dimensions from tables of direction numbers, and their transformation to
// the normal distribution by a rational approximation of the inverse. The generator is bit arithmetic on a
// shared table with one store a number; the transformation is logarithms and divisions in two branches.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 128
#endif
#define DIMENSIONS 3
#define BITS 31

__constant__ unsigned int directions[DIMENSIONS][BITS];

/** Rows of the block are dimensions; consecutive threads make consecutive numbers. */
__global__ void __launch_bounds__(BLOCK_SIZE *DIMENSIONS) generate(float *out, unsigned int seed, unsigned int count)
{
    const unsigned int *table = directions[threadIdx.y];
    float *mine = out + threadIdx.y * count;
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
        unsigned int bits = 0, data = seed + i;
#pragma unroll
        for (int bit = 0; bit < BITS; ++bit, data >>= 1)
            if (data & 1u)
                bits ^= table[bit];
        mine[i] = float(bits + 1u) * (1.0f / 2147483648.0f);
    }
}

/** Acklam's rational approximation of the inverse normal distribution: a middle part and two tails. */
__device__ __forceinline__ float inverseNormal(float p)
{
    if (p <= 0.0f || p >= 1.0f)
        return 0.0f;
    const float tail = fminf(p, 1.0f - p);
    if (tail >= 0.02425f) {
        const float q = p - 0.5f, r = q * q;
        const float above = (((((-39.69683f * r + 220.9460984f) * r - 275.9285104f) * r + 138.3577518f) * r - 30.6647980f) * r + 2.50662827f) * q;
        const float below = ((((-54.4760987f * r + 161.5858368f) * r - 155.6989798f) * r + 66.8013118f) * r - 13.2806815f) * r + 1.0f;
        return above / below;
    }
    const float q = sqrtf(-2.0f * __logf(tail));
    const float above = ((((-0.00778489f * q - 0.32239645f) * q - 2.40075827f) * q - 2.54973253f) * q + 4.37466414f) * q + 2.93816398f;
    const float below = (((0.00778469f * q + 0.32246712f) * q + 2.44513413f) * q + 3.75440866f) * q + 1.0f;
    return p < 0.5f ? above / below : -above / below;
}

// 95.15 % of uniform numbers lie in the middle part. 32 neighbours of van der Corput's sequence have one number
// in each 32nd of the interval, so that every warp has a number in one of the tails and runs both branches.
// corun: share_p=0, share_tail=0.95
__global__ void toNormal(float *__restrict__ out, const float *__restrict__ uniform, unsigned int count)
{
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
        out[i] = inverseNormal(uniform[i]);
}

int main(int argc, char **argv)
{
    const unsigned int count = argc > 1 ? unsigned(std::atoi(argv[1])) : 1u << 20;
    unsigned int table[DIMENSIONS][BITS];
    // Dimension 0 is van der Corput's sequence; the others follow from primitive polynomials x + 1, x^2 + x + 1.
    for (int bit = 0; bit < BITS; ++bit) {
        table[0][bit] = 1u << (BITS - 1 - bit);
        table[1][bit] = bit == 0 ? 1u << 30 : table[1][bit - 1] ^ (table[1][bit - 1] >> 1);
        table[2][bit] = bit == 0 ? 1u << 30 : bit == 1 ? 3u << 29 : table[2][bit - 1] ^ table[2][bit - 2] ^ (table[2][bit - 2] >> 2);
    }
    std::vector<float> uniform(size_t(DIMENSIONS) * count), normal(count);
    float *dUniform, *dNormal;
    CUDA_CHECK(cudaMalloc(&dUniform, uniform.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dNormal, count * sizeof(float)));
    CUDA_CHECK(cudaMemcpyToSymbol(directions, table, sizeof(table)));
    const dim3 block(BLOCK_SIZE, DIMENSIONS);
    const int blocks = 480;
    generate<<<blocks, block>>>(dUniform, 0, count);
    toNormal<<<blocks, BLOCK_SIZE>>>(dNormal, dUniform, count);
    CUDA_CHECK(cudaMemcpy(uniform.data(), dUniform, uniform.size() * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(normal.data(), dNormal, count * sizeof(float), cudaMemcpyDeviceToHost));
    double mean = 0.0, square = 0.0, worst = 0.0;
    for (float x : normal) {
        mean += x;
        square += double(x) * x;
    }
    for (unsigned int i = 0; i < count; i += 997)
        worst = std::fmax(worst, std::fabs(0.5 * std::erfc(-normal[i] / std::sqrt(2.0)) - uniform[i]));
    std::printf("mean %g variance %g largest difference %g\n", mean / count, square / count, worst);
    cudaFree(dUniform);
    cudaFree(dNormal);
    return worst < 1e-4 && std::fabs(mean / count) < 0.01 ? 0 : 1;
}
