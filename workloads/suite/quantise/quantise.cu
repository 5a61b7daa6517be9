// Rows of single precision to bytes with a scale for each row, and back. The first kernel needs the largest value of
// a row before it can write and finds the row in the cache the second time; the other one is a stream of bytes in and
// words out. Both are bound by DRAM bandwidth, with conversions.
#include "../../samples/softmax-layernorm/block_reduce.cuh"
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define BLOCK 256

/** A block for each row of `quads` groups of four values. */
__global__ void quantiseRows(const float4 *__restrict__ in, char4 *out, float *scales, int quads)
{
    const int start = blockIdx.x * quads;
    float largest = 0.0f;
    for (int i = threadIdx.x; i < quads; i += BLOCK) {
        const float4 v = in[start + i];
        largest = fmaxf(largest, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    }
    largest = fmaxf(blockReduce<Max, BLOCK>(largest), 1e-20f);
    const float factor = 127.0f / largest;
    for (int i = threadIdx.x; i < quads; i += BLOCK) {
        const float4 v = in[start + i];
        out[start + i] = make_char4((signed char)__float2int_rn(v.x * factor), (signed char)__float2int_rn(v.y * factor),
                                    (signed char)__float2int_rn(v.z * factor), (signed char)__float2int_rn(v.w * factor));
    }
    if (threadIdx.x == 0)
        scales[blockIdx.x] = largest / 127.0f;
}

/** A thread for each group of four values. */
__global__ void dequantise(const char4 *__restrict__ in, const float *__restrict__ scales, float4 *out, int quads, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const char4 v = in[i];
    const float scale = scales[i / quads];
    out[i] = make_float4(float(v.x) * scale, float(v.y) * scale, float(v.z) * scale, float(v.w) * scale);
}

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 8192;
    const int width = (argc > 2 ? atoi(argv[2]) : 2048) / 4 * 4;
    const int quads = width / 4, count = rows * quads;
    const std::vector<float> values = uniformFloats(size_t(rows) * width, -3.0f, 3.0f, 46);
    std::vector<float> back(values.size());

    float4 *deviceValues, *deviceBack;
    char4 *deviceBytes;
    float *deviceScales;
    CUDA_CHECK(cudaMalloc(&deviceValues, sizeof(float4) * count));
    CUDA_CHECK(cudaMalloc(&deviceBack, sizeof(float4) * count));
    CUDA_CHECK(cudaMalloc(&deviceBytes, sizeof(char4) * count));
    CUDA_CHECK(cudaMalloc(&deviceScales, sizeof(float) * rows));
    CUDA_CHECK(cudaMemcpy(deviceValues, values.data(), sizeof(float4) * count, cudaMemcpyHostToDevice));
    quantiseRows<<<rows, BLOCK>>>(deviceValues, deviceBytes, deviceScales, quads);
    dequantise<<<(count + BLOCK - 1) / BLOCK, BLOCK>>>(deviceBytes, deviceScales, deviceBack, quads, count);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(back.data(), deviceBack, sizeof(float4) * count, cudaMemcpyDeviceToHost));
    cudaFree(deviceValues);
    cudaFree(deviceBack);
    cudaFree(deviceBytes);
    cudaFree(deviceScales);
    return report("quantise", largestError(back, values), 0.5 * 3.0 / 127.0 + 1e-4);
}
