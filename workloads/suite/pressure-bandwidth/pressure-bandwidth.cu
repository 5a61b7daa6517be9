// Pressure on the DRAM bandwidth in adjustable doses (Themis, listing 1): a copy of vectors far larger than the
// L2 cache, with `repetitions` steps of arithmetic between two elements.
// Stresses DRAM: no repetitions read and write as fast as it can, each repetition thins the accesses out.
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 256

__global__ void bandwidthPressure(float *a, const float *b, int vectors, int dimensions, int repetitions)
{
    const int thread = blockIdx.x * THREADS + threadIdx.x;
    float value = 1.0f;
    for (int d = 0; d < dimensions; ++d) {
        a[d * vectors + thread] = b[d * vectors + thread] + value;
        for (int r = 0; r < repetitions; ++r)
            value = value * 0.999f + 0.5f;
    }
}

int main(int argc, char **argv)
{
    const int repetitions = argc > 1 ? atoi(argv[1]) : 0;
    const int dimensions = argc > 2 ? atoi(argv[2]) : 16;
    const int blocks = argc > 3 ? atoi(argv[3]) : 1920;
    const int vectors = blocks * THREADS;
    std::vector<float> host(size_t(vectors) * dimensions, 2.0f);

    float *a, *b;
    CUDA_CHECK(cudaMalloc(&a, sizeof(float) * host.size()));
    CUDA_CHECK(cudaMalloc(&b, sizeof(float) * host.size()));
    CUDA_CHECK(cudaMemcpy(b, host.data(), sizeof(float) * host.size(), cudaMemcpyHostToDevice));
    bandwidthPressure<<<blocks, THREADS>>>(a, b, vectors, dimensions, repetitions);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(host.data(), a, sizeof(float) * host.size(), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int v = 0; v < vectors; ++v)
        wrong += host[v] != 3.0f;
    std::printf("%d of the first sums are wrong\n", wrong);
    cudaFree(a);
    cudaFree(b);
    return wrong == 0 ? 0 : 1;
}
