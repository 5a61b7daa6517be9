// Sum of a vector: a grid-stride pass per thread, a tree in shared memory, shuffles in the last warp.
// The block size is a template argument, chosen at run time by a switch.
#include <vector>

#include "../common/cuda_check.cuh"

namespace reduce {

constexpr int kBlocks = 128;

template <typename T>
__device__ __forceinline__ T warpSum(T value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffffu, value, offset);
    return value;
}

template <typename T, int BlockSize = 256>
__global__ void sumKernel(const T *__restrict__ in, T *__restrict__ out, size_t count)
{
    extern __shared__ unsigned char raw[];
    T *partial = reinterpret_cast<T *>(raw);

    T sum = T(0);
    for (size_t i = blockIdx.x * BlockSize + threadIdx.x; i < count; i += size_t(BlockSize) * gridDim.x)
        sum += in[i];
    partial[threadIdx.x] = sum;
    __syncthreads();

    for (int half = BlockSize / 2; half >= 32; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x < 32) {
        sum = warpSum(partial[threadIdx.x]);
        if (threadIdx.x == 0)
            out[blockIdx.x] = sum;
    }
}

template <typename T>
void launchSum(int blockSize, const T *in, T *out, size_t count, cudaStream_t stream)
{
    const size_t shared = blockSize * sizeof(T);
    switch (blockSize) {
    case 64:
        sumKernel<T, 64><<<kBlocks, 64, shared, stream>>>(in, out, count);
        break;
    case 128:
        sumKernel<T, 128><<<kBlocks, 128, shared, stream>>>(in, out, count);
        break;
    default:
        sumKernel<T><<<kBlocks, 256, shared, stream>>>(in, out, count);
    }
}

} // namespace reduce

int main(int argc, char **argv)
{
    const size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : size_t(1) << 22;
    const int blockSize = argc > 2 ? std::atoi(argv[2]) : 256;
    std::vector<float> values(count, 0.25f);

    float *in, *partial, *result;
    CUDA_CHECK(cudaMalloc(&in, count * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&partial, reduce::kBlocks * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&result, sizeof(float)));
    CUDA_CHECK(cudaMemcpy(in, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));

    reduce::launchSum<float>(blockSize, in, partial, count, cudaStreamPerThread);
    reduce::sumKernel<float, 128>
        <<<1, 128, 128 * sizeof(float), cudaStreamPerThread>>>(partial, result, reduce::kBlocks);
    CUDA_CHECK(cudaStreamSynchronize(cudaStreamPerThread));

    float sum = 0.0f;
    CUDA_CHECK(cudaMemcpy(&sum, result, sizeof(sum), cudaMemcpyDeviceToHost));
    std::printf("sum = %g, expected %g\n", sum, 0.25f * count);
    cudaFree(in);
    cudaFree(partial);
    cudaFree(result);
    return 0;
}
