// Two row operations of transformer networks, one block for each row: softmax (special functions) and
// layer normalisation (a second pass over the row). The second one is started by cudaLaunchKernelEx.
#include <vector>

#include "../common/cuda_check.cuh"
#include "block_reduce.cuh"

template <int Threads>
__global__ void __launch_bounds__(Threads) softmaxRows(const float *__restrict__ in, float *__restrict__ out, int width)
{
    const float *row = in + size_t(blockIdx.x) * width;
    float highest = Max::identity;
    for (int i = threadIdx.x; i < width; i += Threads)
        highest = fmaxf(highest, row[i]);
    highest = blockReduce<Max, Threads>(highest);

    float sum = 0.0f;
    for (int i = threadIdx.x; i < width; i += Threads)
        sum += __expf(row[i] - highest);
    const float scale = 1.0f / blockReduce<Sum, Threads>(sum);

    for (int i = threadIdx.x; i < width; i += Threads)
        out[size_t(blockIdx.x) * width + i] = __expf(row[i] - highest) * scale;
}

template <int Threads>
__global__ void layerNorm(const float *in, const float *gain, const float *bias, float *out, int width, float epsilon)
{
    const size_t start = size_t(blockIdx.x) * width;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < width; i += Threads) {
        const float value = in[start + i];
        sum += value;
        squares += value * value;
    }
    const float mean = blockReduce<Sum, Threads>(sum) / width;
    const float variance = blockReduce<Sum, Threads>(squares) / width - mean * mean;
    const float scale = rsqrtf(variance + epsilon);
    for (int i = threadIdx.x; i < width; i += Threads)
        out[start + i] = (in[start + i] - mean) * scale * gain[i] + bias[i];
}

int main(int argc, char **argv)
{
    constexpr int threads = 256;
    const int rows = argc > 1 ? atoi(argv[1]) : 8192;
    const int width = 1024;
    const size_t bytes = sizeof(float) * rows * width;
    std::vector<float> host(size_t(rows) * width), ones(width, 1.0f);
    for (size_t i = 0; i < host.size(); ++i)
        host[i] = float(i % 97) / 97.0f;

    float *values, *result, *gain, *bias;
    CUDA_CHECK(cudaMalloc(&values, bytes));
    CUDA_CHECK(cudaMalloc(&result, bytes));
    CUDA_CHECK(cudaMalloc(&gain, width * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&bias, width * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(values, host.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(gain, ones.data(), width * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(bias, 0, width * sizeof(float)));

    softmaxRows<threads><<<rows, threads>>>(values, result, width);

    cudaLaunchConfig_t config = {};
    config.gridDim = rows;
    config.blockDim = threads;
    config.dynamicSmemBytes = 0;
    config.stream = 0;
    CUDA_CHECK(cudaLaunchKernelEx(&config, layerNorm<threads>, (const float *)result, (const float *)gain,
                                  (const float *)bias, values, width, 1e-5f));
    CUDA_CHECK(cudaMemcpy(host.data(), values, bytes, cudaMemcpyDeviceToHost));
    std::printf("first value: %g\n", host[0]);
    cudaFree(values);
    cudaFree(result);
    cudaFree(gain);
    cudaFree(bias);
    return 0;
}
