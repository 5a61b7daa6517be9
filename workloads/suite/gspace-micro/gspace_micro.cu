// The parametric micro-benchmark of G-Space (section 4.4): every warp loads words `stride` apart from a window
// that overlaps with the next warp's, then computes on what it loaded. The stride sets how many lines a request
// touches, the overlap how much of a window another warp has fetched before, and the iterations the arithmetic
// intensity; the program runs all combinations of 9 strides, 5 overlaps and 4 iteration counts.
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define WARP 32
#define BLOCK 256
#define THREADS 163840
#define LOADS 4
#define WORDS (THREADS * LOADS * 32) // the widest stride without overlap

/** Each load of a warp reads the next window, further than all warps of the grid reach with one. */
__global__ void microBenchmark(const float *data, float *out, int stride, int overlapPercent, int iterations)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int warp = thread / WARP;
    const int lane = thread % WARP;
    const int window = WARP * stride;
    const int step = window * (100 - overlapPercent) / 100;
    const int warps = gridDim.x * blockDim.x / WARP;
    float sum = 0.0f;
    for (int load = 0; load < LOADS; ++load) {
        float value = data[(load * warps + warp) * step + lane * stride];
        for (int i = 0; i < iterations; ++i) {
            value = value * 0.75f + 0.25f;
            sum = sum * 0.5f + value;
            value = value * sum + 0.125f;
            sum = sum + value * 0.5f;
        }
        sum += value;
    }
    out[thread] = sum;
}

static float expected(const std::vector<float> &data, int thread, int stride, int overlapPercent, int iterations)
{
    const int step = WARP * stride * (100 - overlapPercent) / 100;
    float sum = 0.0f;
    for (int load = 0; load < LOADS; ++load) {
        float value = data[size_t(load * (THREADS / WARP) + thread / WARP) * step + thread % WARP * stride];
        for (int i = 0; i < iterations; ++i) {
            value = value * 0.75f + 0.25f;
            sum = sum * 0.5f + value;
            value = value * sum + 0.125f;
            sum = sum + value * 0.5f;
        }
        sum += value;
    }
    return sum;
}

int main()
{
    const int strides[] = {1, 2, 4, 8, 12, 16, 20, 24, 32};
    const int overlaps[] = {0, 5, 10, 15, 20};
    const std::vector<float> data = uniformFloats(WORDS, 0.0f, 0.5f, 9);
    std::vector<float> out(THREADS), got, wanted;

    float *deviceData, *deviceOut;
    CUDA_CHECK(cudaMalloc(&deviceData, data.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&deviceOut, THREADS * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(deviceData, data.data(), data.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (const int stride : strides)
        for (const int overlap : overlaps)
            for (int iterations = 1; iterations <= 4; ++iterations) {
                microBenchmark<<<THREADS / BLOCK, BLOCK>>>(deviceData, deviceOut, stride, overlap, iterations);
                CUDA_CHECK(cudaMemcpy(out.data(), deviceOut, THREADS * sizeof(float), cudaMemcpyDeviceToHost));
                got.push_back(out[stride * 4099]);
                wanted.push_back(expected(data, stride * 4099, stride, overlap, iterations));
            }
    cudaFree(deviceData);
    cudaFree(deviceOut);
    return report("micro-benchmark", largestError(got, wanted), 1e-5);
}
