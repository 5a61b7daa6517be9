// How fast one SM, or all, read again what they have read: constant memory by footprint and warps, and global memory
// through L1, past it (__ldcg) and as volatile, by footprint. Prints core cycles.
//   nvcc -O3 -std=c++17 -arch=native caches.cu -o caches && ./caches
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

__constant__ int table[16384];

enum How { Cached, Past, Volatile, Only };

/** Each warp loads words of constant memory in turn, a stride of one line or one word apart, from a start of its own. */
__global__ void constantLoads(int words, int stride, int steps, int apart, long long *cycles, int *sink)
{
    int at = int(threadIdx.x / 32) * apart % words, sum = 0;
    for (int i = 0; i < words; i += stride) sum += table[i];
    __syncthreads();
    const long long from = clock64();
    for (int step = 0; step < steps; ++step) {
        sum += table[at];
        at += stride;
        if (at >= words) at -= words;
    }
    const long long to = clock64();
    if (threadIdx.x % 32 == 0) cycles[blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32] = to - from;
    sink[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/**
 * In assembly also where C++ would do: loads of the read-only path, however they are asked for, have every address computed
 * anew, which makes 97 instructions of the loop's 76, and would not be compared with plain ones.
 */
template <How HOW> __device__ float load(const float *from)
{
    float value;
    if (HOW == Past) asm("ld.global.cg.f32 %0, [%1];" : "=f"(value) : "l"(from));
    if (HOW == Volatile) asm("ld.volatile.global.f32 %0, [%1];" : "=f"(value) : "l"(from));
    if (HOW == Only) asm("ld.global.nc.f32 %0, [%1];" : "=f"(value) : "l"(from));
    if (HOW == Cached) asm("ld.global.ca.f32 %0, [%1];" : "=f"(value) : "l"(from));
    return value;
}

/** A block of 1024 threads on each SM reads a footprint of its own again and again, four loads at a time. */
template <How HOW> __global__ void passes(const float *all, int words, int rounds, long long *cycles, float *sink)
{
    const float *mine = all + size_t(blockIdx.x) * 131072;
    float sum = 0;
    for (int round = -1; round < rounds; ++round) {
        if (round == 0) {
            __syncthreads();
            if (threadIdx.x == 0) cycles[blockIdx.x] = clock64();
        }
        for (int i = threadIdx.x; i < words; i += 4096) {
            float v[4];
#pragma unroll
            for (int k = 0; k < 4; ++k) v[k] = i + k * 1024 < words ? load<HOW>(mine + i + k * 1024) : 0.0f;
            sum += v[0] + v[1] + v[2] + v[3];
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - cycles[blockIdx.x];
    sink[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <How HOW> static void curve(const char *name, int blocks, const float *data, long long *cycles, float *sink)
{
    for (int kib = 32; kib <= 320; kib += kib < 160 ? 32 : 8) {
        const int words = kib * 256, rounds = 60;
        passes<HOW><<<blocks, 1024>>>(data, words, rounds, cycles, sink);
        std::vector<long long> each(blocks);
        cudaMemcpy(each.data(), cycles, blocks * sizeof(long long), cudaMemcpyDeviceToHost);
        std::sort(each.begin(), each.end());
        std::printf("reads %s blocks=%d kib=%d bytes_a_cycle_and_sm=%.2f slowest=%.2f\n", name, blocks, kib,
                    double(words) * 4 * rounds / double(each[blocks / 2]), double(words) * 4 * rounds / double(each.back()));
    }
}

int main()
{
    cudaDeviceProp card{};
    cudaGetDeviceProperties(&card, 0);
    const int sms = card.multiProcessorCount;
    std::printf("card %s sms=%d\n", card.name, sms);
    long long *cycles;
    int *sink;
    float *data;
    cudaMalloc(&cycles, 1 << 20);
    cudaMalloc(&sink, 16 << 20);
    cudaMalloc(&data, size_t(sms) * 131072 * 4);
    cudaMemset(data, 0, size_t(sms) * 131072 * 4);
    for (const int blocks : {1, sms})
        for (const int warps : {1, 4, 8, 16, 32})
            for (const int apart : {0, 16, 1000})
                for (const int kib : {1, 2, 3, 4, 8, 16, 32, 48, 64})
                    for (const int stride : {1, 16}) {
                        constantLoads<<<blocks, warps * 32>>>(kib * 256, stride, 4096, apart, cycles, sink);
                        std::vector<long long> each(size_t(blocks) * warps);
                        cudaMemcpy(each.data(), cycles, each.size() * sizeof(long long), cudaMemcpyDeviceToHost);
                        double sum = 0;
                        for (const long long c : each) sum += double(c);
                        std::printf("constant blocks=%d warps=%d apart=%d kib=%d stride=%d cycles_a_load=%.2f worst=%.2f\n", blocks, warps,
                                    apart, kib, stride, sum / double(each.size()) / 4096, double(*std::max_element(each.begin(), each.end())) / 4096);
                    }
    float *floats = reinterpret_cast<float *>(sink);
    for (const int blocks : {1, sms}) {
        curve<Cached>("cached", blocks, data, cycles, floats);
        curve<Only>("read-only", blocks, data, cycles, floats);
        curve<Past>("past", blocks, data, cycles, floats);
        curve<Volatile>("volatile", blocks, data, cycles, floats);
    }
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
