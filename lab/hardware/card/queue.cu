// Who gets the load/store unit of an SM: eight warps whose loads touch a line for every lane, a few of them at a time,
// beside warps whose loads touch one line each; all lines stay in L1. Prints loads that either got in a thousand cycles.
//   nvcc -O3 -std=c++17 -arch=native queue.cu -o queue && ./queue
#include <cuda_runtime.h>

#include <cstdio>

__device__ unsigned long long counted[2];

__device__ __forceinline__ float loaded(const float *from)
{
    float value;
    asm volatile("ld.global.ca.f32 %0,[%1];" : "=f"(value) : "l"(from));
    return value;
}

/** Loads from one line a lane, `Together` of them before the first is used, until the time is over; how many. */
template <int Together>
__device__ float loads(const float *line, long long cycles, long long &count)
{
    float sum = 0;
    const long long from = clock64();
    for (int i = 0; clock64() - from < cycles; i = (i + Together) & 31) {
        float value[Together];
#pragma unroll
        for (int k = 0; k < Together; ++k) value[k] = loaded(line + ((i + k) & 31));
#pragma unroll
        for (int k = 0; k < Together; ++k) sum += value[k];
        count += Together;
    }
    return sum;
}

/** The older half of the blocks, one on each SM, does one of both, the younger half the other. */
template <int Wide, int Narrow>
__global__ void __launch_bounds__(1024, 2)
    beside(const float *data, float *sink, int wideWarps, int narrowWarps, bool wideIsOlder, long long cycles)
{
    const bool isWide = (blockIdx.x < gridDim.x / 2) == wideIsOlder;
    const int warp = int(threadIdx.x) / 32, lane = int(threadIdx.x) % 32;
    if (warp >= (isWide ? wideWarps : narrowWarps)) return;
    long long count = 0;
    const float sum = isWide ? loads<Wide>(data + (warp * 32 + lane) * 32, cycles, count)
                             : loads<Narrow>(data + 32768 + warp * 64 + lane, cycles, count);
    if (sum == 1.5f) *sink = sum;
    if (lane == 0) atomicAdd(&counted[isWide ? 0 : 1], (unsigned long long)count);
}

static float *data;
static int sms;

template <int Wide, int Narrow>
void print(int wideWarps, int narrowWarps, bool wideIsOlder)
{
    const long long cycles = 1000000;
    unsigned long long counts[2] = {0, 0};
    cudaMemcpyToSymbol(counted, counts, sizeof counts);
    beside<Wide, Narrow><<<2 * sms, 1024>>>(data, data + 100000, wideWarps, narrowWarps, wideIsOlder, cycles);
    cudaMemcpyFromSymbol(counts, counted, sizeof counts);
    std::printf("queue wide=%dx%d narrow=%dx%d older=%s wide %.2f narrow %.2f\n", wideWarps, Wide, narrowWarps, Narrow,
                wideIsOlder ? "wide" : "narrow", 1e3 * double(counts[0]) / sms / double(cycles),
                1e3 * double(counts[1]) / sms / double(cycles));
}

template <int Wide, int Narrow>
void all()
{
    print<Wide, Narrow>(8, 0, true);
    for (const int warps : {8, 16, 32}) {
        print<Wide, Narrow>(0, warps, true);
        for (const bool wideIsOlder : {true, false}) print<Wide, Narrow>(8, warps, wideIsOlder);
    }
}

int main()
{
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaMalloc(&data, 1 << 20);
    cudaMemset(data, 0, 1 << 20);
    print<1, 1>(8, 8, true); // warms the card up
    all<1, 1>();
    all<2, 1>();
    all<8, 1>();
    all<8, 4>();
    if (cudaGetLastError() != cudaSuccess) std::printf("failed\n");
}
