// Residual addition and layer normalisation of rows in half precision, fused into one kernel; a warp for each row,
// which it keeps in registers between the passes. Bound by DRAM bandwidth, with conversions and warp exchanges.
#include <cuda_fp16.h>

#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define WARP 32
#define BLOCK 128
#define WIDTH 512
#define PAIRS (WIDTH / 2 / WARP) // pairs of values of a lane

__device__ inline float warpSum(float value)
{
    for (int offset = WARP / 2; offset > 0; offset >>= 1)
        value += __shfl_xor_sync(0xffffffffu, value, offset);
    return value;
}

/** `stream` += `update`, and `out` is the normalised stream; rows of 512 values as pairs. */
__global__ void residualNorm(const __half2 *__restrict__ update, __half2 *stream, const float2 *__restrict__ gain, __half2 *out,
                             int rows, float epsilon)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    const int lane = threadIdx.x % WARP;
    if (row >= rows)
        return;
    const int start = row * (WIDTH / 2) + lane;
    float2 kept[PAIRS];
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < PAIRS; ++i) {
        const float2 a = __half22float2(update[start + i * WARP]);
        const float2 b = __half22float2(stream[start + i * WARP]);
        kept[i].x = a.x + b.x;
        kept[i].y = a.y + b.y;
        stream[start + i * WARP] = __floats2half2_rn(kept[i].x, kept[i].y);
        sum += kept[i].x + kept[i].y;
    }
    const float mean = warpSum(sum) / WIDTH;
    float squares = 0.0f;
#pragma unroll
    for (int i = 0; i < PAIRS; ++i) {
        kept[i].x -= mean;
        kept[i].y -= mean;
        squares += kept[i].x * kept[i].x + kept[i].y * kept[i].y;
    }
    const float scale = rsqrtf(warpSum(squares) / WIDTH + epsilon);
#pragma unroll
    for (int i = 0; i < PAIRS; ++i) {
        const float2 g = gain[lane + i * WARP];
        out[start + i * WARP] = __floats2half2_rn(kept[i].x * scale * g.x, kept[i].y * scale * g.y);
    }
}

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 16384;
    const size_t values = size_t(rows) * WIDTH;
    const std::vector<float> update = uniformFloats(values, -1.0f, 1.0f, 36);
    const std::vector<float> stream = uniformFloats(values, -1.0f, 1.0f, 37);
    const std::vector<float> gain(WIDTH, 1.0f);
    std::vector<__half> half(values);

    __half2 *deviceUpdate, *deviceStream, *deviceOut;
    float2 *deviceGain;
    CUDA_CHECK(cudaMalloc(&deviceUpdate, values * sizeof(__half)));
    CUDA_CHECK(cudaMalloc(&deviceStream, values * sizeof(__half)));
    CUDA_CHECK(cudaMalloc(&deviceOut, values * sizeof(__half)));
    CUDA_CHECK(cudaMalloc(&deviceGain, WIDTH * sizeof(float)));
    std::transform(update.begin(), update.end(), half.begin(), [](float value) { return __float2half(value); });
    CUDA_CHECK(cudaMemcpy(deviceUpdate, half.data(), values * sizeof(__half), cudaMemcpyHostToDevice));
    std::transform(stream.begin(), stream.end(), half.begin(), [](float value) { return __float2half(value); });
    CUDA_CHECK(cudaMemcpy(deviceStream, half.data(), values * sizeof(__half), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceGain, gain.data(), WIDTH * sizeof(float), cudaMemcpyHostToDevice));
    const int rowsPerBlock = BLOCK / WARP;
    residualNorm<<<(rows + rowsPerBlock - 1) / rowsPerBlock, BLOCK>>>(deviceUpdate, deviceStream, deviceGain, deviceOut, rows, 1e-5f);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(half.data(), deviceOut, values * sizeof(__half), cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int row = 0; row < rows; row += rows / 8 + 1) {
        double mean = 0.0, variance = 0.0;
        for (size_t i = size_t(row) * WIDTH; i < size_t(row + 1) * WIDTH; ++i)
            mean += (update[i] + stream[i]) / WIDTH;
        for (size_t i = size_t(row) * WIDTH; i < size_t(row + 1) * WIDTH; ++i)
            variance += pow(update[i] + stream[i] - mean, 2) / WIDTH;
        const size_t place = size_t(row) * WIDTH + row % WIDTH;
        got.push_back(__half2float(half[place]));
        wanted.push_back(float((update[place] + stream[place] - mean) / sqrt(variance + 1e-5)));
    }
    cudaFree(deviceUpdate);
    cudaFree(deviceStream);
    cudaFree(deviceOut);
    cudaFree(deviceGain);
    return report("residual norm", largestError(got, wanted), 5e-3);
}
