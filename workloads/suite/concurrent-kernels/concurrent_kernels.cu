// Eight kernels of one thread each in eight streams, which run at the same time where the GPU can, and a kernel that
// adds up what they made once all have ended. Each works through a chain of dependent arithmetic of a given length: all
// SMs but a few are idle, for a long time.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

#define STREAMS 8

/** Block `b` of a grid, or of several grids of one block each with `first` = b, makes result `first + b`. */
__global__ void dependentChain(float *out, int first, int length)
{
    float value = float(first + blockIdx.x);
    for (int i = 0; i < length; ++i)
        value = value * 0.999f + 0.5f;
    out[first + blockIdx.x] = value;
}

__global__ void addUp(const float *__restrict__ in, float *out, int count)
{
    __shared__ float partial[32];
    float sum = 0.0f;
    for (int i = threadIdx.x; i < count; i += 32)
        sum += in[i];
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 16; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[0] = partial[0];
}

int main(int argc, char **argv)
{
    const int length = argc > 1 ? atoi(argv[1]) : 1 << 20;
    float *out = onDevice<float>(STREAMS), *sum = onDevice<float>(1);
    cudaStream_t streams[STREAMS];
    for (int i = 0; i < STREAMS; ++i) {
        CUDA_CHECK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
        dependentChain<<<1, 1, 0, streams[i]>>>(out, i, length);
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    addUp<<<1, 32>>>(out, sum, STREAMS);
    const float got = toHost(sum, 1)[0];
    double wanted = 0.0;
    for (int i = 0; i < STREAMS; ++i) {
        float value = float(i);
        for (int k = 0; k < length; ++k)
            value = std::fma(value, 0.999f, 0.5f);
        wanted += value;
    }
    for (cudaStream_t stream : streams)
        cudaStreamDestroy(stream);
    cudaFree(out);
    cudaFree(sum);
    return report("concurrent-kernels", std::fabs(got / wanted - 1.0), 1e-3);
}
