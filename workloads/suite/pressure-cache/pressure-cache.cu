// Pressure on the L2 cache in adjustable doses (Themis, listing 1): every warp walks through a shuffled index
// array that fits the L2 cache but not the L1 caches, and computes `repetitions` times between two steps.
// Stresses the L2 cache: no repetitions read it as fast as it answers, each repetition thins the accesses out.
#include <algorithm>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 256
#define WARP 32

// The array is shuffled by groups of 32, so that the lanes of a warp always read one line of 128 bytes.
__global__ void cachePressure(const int *next, int *last, int workingSet, int steps, int repetitions)
{
    const int thread = blockIdx.x * THREADS + threadIdx.x;
    int at = thread % workingSet;
    float value = float(thread);
    for (int s = 0; s < steps; ++s) {
        at = next[at];
        for (int r = 0; r < repetitions; ++r)
            value = value * 0.999f + 0.5f;
    }
    last[thread] = at + (value < 0.0f);
}

int main(int argc, char **argv)
{
    const int repetitions = argc > 1 ? atoi(argv[1]) : 0;
    const int workingSet = (argc > 2 ? atoi(argv[2]) : 393216) / WARP * WARP;
    const int steps = argc > 3 ? atoi(argv[3]) : 1000;
    const int blocks = argc > 4 ? atoi(argv[4]) : 960;
    const int groups = workingSet / WARP;
    std::vector<int> order(groups), next(workingSet);
    for (int g = 0; g < groups; ++g)
        order[g] = g;
    unsigned int state = 1;
    for (int g = groups - 1; g > 0; --g) {
        state = state * 1664525u + 1013904223u;
        std::swap(order[g], order[state % unsigned(g + 1)]);
    }
    for (int g = 0; g < groups; ++g) // one cycle through all groups
        for (int lane = 0; lane < WARP; ++lane)
            next[order[g] * WARP + lane] = order[(g + 1) % groups] * WARP + lane;

    int *deviceNext, *last;
    CUDA_CHECK(cudaMalloc(&deviceNext, sizeof(int) * workingSet));
    CUDA_CHECK(cudaMalloc(&last, sizeof(int) * blocks * THREADS));
    CUDA_CHECK(cudaMemcpy(deviceNext, next.data(), sizeof(int) * workingSet, cudaMemcpyHostToDevice));
    cachePressure<<<blocks, THREADS>>>(deviceNext, last, workingSet, steps, repetitions);
    CUDA_CHECK(cudaGetLastError());
    int first = 0, expected = 0;
    CUDA_CHECK(cudaMemcpy(&first, last, sizeof(int), cudaMemcpyDeviceToHost));
    for (int s = 0; s < steps; ++s)
        expected = next[expected];
    std::printf("thread 0 ends at %d, on the CPU at %d\n", first, expected);
    cudaFree(deviceNext);
    cudaFree(last);
    return first == expected ? 0 : 1;
}
