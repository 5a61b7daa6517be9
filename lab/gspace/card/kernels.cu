// Kernels that are made to yield, to be measured on a card: see onCard.cu.
#include <cuda_runtime.h>

__global__ void spinFor(float *out, int cycles)
{
    const long long start = clock64();
    float x = threadIdx.x;
    while (clock64() - start < cycles)
        x = x * 1.0001f + 1.0f;
    if (x == 1.2345f)
        out[blockIdx.x] = x;
}

__global__ void addOne(const float *in, float *out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] + 1.0f;
}
