// Softmax of attention scores under a causal mask: row i of a matrix has i + 1 values that count. A warp for each
// row takes maximum and sum in one pass by correcting the sum as the maximum grows. Stresses special functions and
// DRAM bandwidth; warps of one block run for different times.
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define WARP 32
#define BLOCK 256

/** `scores` is heads x length x length, in place; masked values become 0. */
__global__ void causalSoftmax(float *scores, int length, float scale)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    const int lane = threadIdx.x % WARP;
    if (row >= length)
        return;
    float *values = scores + (blockIdx.y * length + row) * length;
    float highest = -1e30f, sum = 0.0f;
    for (int i = lane; i <= row; i += WARP) {
        const float value = values[i] * scale;
        const float next = fmaxf(highest, value);
        sum = sum * __expf(highest - next) + __expf(value - next);
        highest = next;
    }
    for (int offset = WARP / 2; offset > 0; offset >>= 1) {
        const float otherHighest = __shfl_xor_sync(0xffffffffu, highest, offset);
        const float otherSum = __shfl_xor_sync(0xffffffffu, sum, offset);
        const float next = fmaxf(highest, otherHighest);
        sum = sum * __expf(highest - next) + otherSum * __expf(otherHighest - next);
        highest = next;
    }
    const float factor = 1.0f / sum;
    for (int i = lane; i < length; i += WARP)
        values[i] = i <= row ? __expf(values[i] * scale - highest) * factor : 0.0f;
}

int main(int argc, char **argv)
{
    const int heads = argc > 1 ? atoi(argv[1]) : 64;
    const int length = argc > 2 ? atoi(argv[2]) : 512;
    const float scale = 0.125f;
    const std::vector<float> scores = uniformFloats(size_t(heads) * length * length, -8.0f, 8.0f, 38);
    std::vector<float> result(scores.size());

    float *device;
    CUDA_CHECK(cudaMalloc(&device, sizeof(float) * heads * length * length));
    CUDA_CHECK(cudaMemcpy(device, scores.data(), sizeof(float) * heads * length * length, cudaMemcpyHostToDevice));
    causalSoftmax<<<dim3((length * WARP + BLOCK - 1) / BLOCK, heads), BLOCK>>>(device, length, scale);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(result.data(), device, sizeof(float) * heads * length * length, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int row = 0; row < length; row += 19) {
        double sum = 0.0;
        for (int i = 0; i <= row; ++i)
            sum += exp(double(scores[size_t(row) * length + i]) * scale);
        got.push_back(result[size_t(row) * length + row / 2]);
        wanted.push_back(float(exp(double(scores[size_t(row) * length + row / 2]) * scale) / sum));
    }
    cudaFree(device);
    return report("causal softmax", largestError(got, wanted), 1e-4);
}
