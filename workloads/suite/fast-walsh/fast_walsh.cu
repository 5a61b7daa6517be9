// Dyadic convolution by the fast Walsh transform: the transform of the signal and of the filter, their
// product, the transform back. Long strides are done four points a thread in global memory, the last
// eleven levels of a section in shared memory. It streams the whole vector once per kernel (DRAM) and adds
// shared memory traffic and barriers in the last one.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef SECTION_LOG2
#define SECTION_LOG2 11
#endif
constexpr int kSection = 1 << SECTION_LOG2;
constexpr int kSectionThreads = kSection / 4;
constexpr int kStepThreads = 256;

/** Walsh transform of four values that are `stride` apart, in place: two levels at once. */
__device__ __forceinline__ void butterfly(float *v, int a, int stride)
{
    const float v0 = v[a], v1 = v[a + stride], v2 = v[a + 2 * stride], v3 = v[a + 3 * stride];
    const float s02 = v0 + v2, d02 = v0 - v2, s13 = v1 + v3, d13 = v1 - v3;
    v[a] = s02 + s13;
    v[a + stride] = s02 - s13;
    v[a + 2 * stride] = d02 + d13;
    v[a + 3 * stride] = d02 - d13;
}

__global__ void walshSection(float *data)
{
    __shared__ float section[kSection];
    float *mine = data + size_t(blockIdx.x) * kSection;
    for (int i = threadIdx.x; i < kSection; i += kSectionThreads)
        section[i] = mine[i];

    int stride = kSection / 4;
    for (; stride >= 1; stride >>= 2) {
        __syncthreads();
        const int low = threadIdx.x & (stride - 1);
        butterfly(section, ((threadIdx.x - low) << 2) + low, stride);
    }
    if (SECTION_LOG2 % 2 != 0) { // an odd number of levels leaves one of neighbours
        __syncthreads();
        for (int i = threadIdx.x; i < kSection / 2; i += kSectionThreads) {
            const float a = section[2 * i], b = section[2 * i + 1];
            section[2 * i] = a + b;
            section[2 * i + 1] = a - b;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < kSection; i += kSectionThreads)
        mine[i] = section[i];
}

__global__ void walshStep(float *data, int stride)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int low = i & (stride - 1);
    butterfly(data, ((i - low) << 2) + low, stride);
}

__global__ void multiplySpectra(float *a, const float *b, int n)
{
    const float scale = 1.0f / float(n);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] *= b[i] * scale;
}

static void transform(float *data, int n)
{
    int length = n;
    for (; length > kSection; length >>= 2)
        walshStep<<<n / 4 / kStepThreads, kStepThreads>>>(data, length / 4);
    walshSection<<<n / kSection, kSectionThreads>>>(data);
}

int main(int argc, char **argv)
{
    const int levels = argc > 1 ? std::atoi(argv[1]) : 21; // SECTION_LOG2 plus an even number
    const int n = 1 << levels, taps = 16;
    const size_t bytes = size_t(n) * sizeof(float);
    std::vector<float> signal(n), filter(n, 0.0f), result(n);
    for (int i = 0; i < n; ++i)
        signal[i] = float((i * 7919) % 17) / 17.0f;
    for (int i = 0; i < taps; ++i)
        filter[i] = 1.0f / float(i + 1);

    float *dSignal, *dFilter;
    CUDA_CHECK(cudaMalloc(&dSignal, bytes));
    CUDA_CHECK(cudaMalloc(&dFilter, bytes));
    CUDA_CHECK(cudaMemcpy(dSignal, signal.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dFilter, filter.data(), bytes, cudaMemcpyHostToDevice));
    transform(dSignal, n);
    transform(dFilter, n);
    multiplySpectra<<<512, kStepThreads>>>(dSignal, dFilter, n);
    transform(dSignal, n);
    CUDA_CHECK(cudaMemcpy(result.data(), dSignal, bytes, cudaMemcpyDeviceToHost));

    double worst = 0.0;
    for (int i = 0; i < n; i += n / 64) {
        double sum = 0.0;
        for (int k = 0; k < taps; ++k)
            sum += double(filter[k]) * signal[i ^ k];
        worst = std::fmax(worst, std::fabs(sum - result[i]));
    }
    std::printf("largest difference %g\n", worst);
    cudaFree(dSignal);
    cudaFree(dFilter);
    return worst < 1e-2 ? 0 : 1;
}
