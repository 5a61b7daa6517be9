// Kernels that ask for one resource each, after what was run on cards (measured.json). They are lowered, never compiled.
#include <cuda_runtime.h>

__global__ void idle(long long rounds)
{
    for (long long i = 0; i < rounds; ++i)
        asm volatile("nanosleep.u32 1000;");
}

__global__ void copyAll(const float *from, float *to, long long count, long long rounds)
{
    const size_t first = blockIdx.x * blockDim.x + threadIdx.x;
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    for (long long round = 0; round < rounds; ++round)
        for (size_t i = first; i < size_t(count); i += stride)
            to[i] = from[i];
}

__global__ void copyOwn(const float *from, float *to, int count, int pitch, long long rounds)
{
    const int first = blockIdx.x * pitch;
    for (long long round = 0; round < rounds; ++round)
        for (int i = first + threadIdx.x; i < first + count; i += blockDim.x)
            to[i] = from[i];
}

__global__ void multiplyAdd(const float *a, const float *b, float *c, long long rounds)
{
    const float x = a[threadIdx.x], y = b[threadIdx.x];
    float p = 0, q = 0, r = 0, s = 0;
    for (long long i = 0; i < rounds; ++i) {
        p = __fmaf_rn(x, y, p);
        q = __fmaf_rn(x, y, q);
        r = __fmaf_rn(x, y, r);
        s = __fmaf_rn(x, y, s);
    }
    c[threadIdx.x] = p + q + r + s;
}

__global__ void multiplyAddDouble(const double *a, const double *b, double *c, long long rounds)
{
    const double x = a[threadIdx.x], y = b[threadIdx.x];
    double p = 0, q = 0, r = 0, s = 0;
    for (long long i = 0; i < rounds; ++i) {
        p = __fma_rn(x, y, p);
        q = __fma_rn(x, y, q);
        r = __fma_rn(x, y, r);
        s = __fma_rn(x, y, s);
    }
    c[threadIdx.x] = p + q + r + s;
}

__global__ void product(const float *a, const float *b, float *c, long long rounds)
{
    const float x = a[threadIdx.x], y = b[threadIdx.x];
    float p = 1, q = 1, r = 1, s = 1;
    for (long long i = 0; i < rounds; ++i) {
        p = __fmul_rn(x, p);
        q = __fmul_rn(y, q);
        r = __fmul_rn(x, r);
        s = __fmul_rn(y, s);
    }
    c[threadIdx.x] = p + q + r + s;
}

__global__ void productDouble(const double *a, double *c, long long rounds)
{
    const double x = a[threadIdx.x];
    double p = 1;
    for (long long i = 0; i < rounds; ++i)
        p = __dmul_rn(x, p);
    c[threadIdx.x] = p;
}
