// In which order an SM serves loads of its blocks: each block of 256 threads issues so many loads before it waits for them,
// all in L1 or in shared memory, with 1 to 8 blocks on an SM.
//
//   nvcc -O3 -std=c++17 -arch=native order.cu -o order && ./order
//
//   order KIND loads=N blocks=B block=I place=P FROM: CYCLES...     of SM 0: the place of the block's first warp, when it
//                                                                  began, and the cycles of each eighth of its loads
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include "card.cuh"
#include "sm.cuh"

namespace {

constexpr int kEighths = 8, kMostBlocks = 16;
enum Kind { Row, EightLines, AllLines, Shared, kKinds };
const char *const kNames[] = {"row", "eight-lines", "all-lines", "shared"};
/** Loads of a warp in an eighth. */
const int kLoads[] = {512, 64, 16, 512};

struct Told {
    unsigned count;
    struct Block {
        unsigned index, place, from, eighths[kEighths];
    } blocks[kMostBlocks];
};

__device__ __forceinline__ void await(unsigned word)
{
    asm volatile("{ .reg .pred p; setp.eq.u32 p, %0, 0x7fffffff; @p trap; }" ::"r"(word) : "memory");
}

template <int kKind, int kTogether>
__global__ void __launch_bounds__(256) serve(const unsigned *from, Told *told, int rounds, unsigned zero)
{
    __shared__ unsigned shared[2048];
    for (unsigned i = threadIdx.x; i < 2048; i += 256) shared[i] = from[i];
    __syncthreads();
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned place = kKind == Row || kKind == Shared ? lane : kKind == EightLines ? lane / 4 * 32 : lane * 32;
    const unsigned *own = from + (kKind == Row ? warp % 4 * 512 : warp % 4 * 1024) + place;
    unsigned at = unsigned(__cvta_generic_to_shared(shared + warp % 4 * 256 + place));
    const unsigned begin = now();
    unsigned eighths[kEighths];
#pragma unroll
    for (int e = 0; e < kEighths; ++e) {
        for (int r = 0; r < rounds; ++r) {
            unsigned got[kTogether], sum = 0;
            // Else the compiler would load only once.
            own += zero;
            at += zero;
#pragma unroll
            for (int i = 0; i < kTogether; ++i) {
                if constexpr (kKind == Shared)
                    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(got[i]) : "r"(at + i * 64) : "memory");
                else
                    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(got[i]) : "l"(own + i) : "memory");
            }
#pragma unroll
            for (int i = 0; i < kTogether; ++i) sum |= got[i];
            await(sum);
        }
        eighths[e] = now();
    }
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (sm != 0 || threadIdx.x != 0) return;
    unsigned onSm;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(onSm));
    const unsigned index = atomicAdd(&told->count, 1u);
    if (index >= kMostBlocks) return;
    Told::Block &block = told->blocks[index];
    block.index = blockIdx.x;
    block.place = onSm;
    block.from = begin;
    for (int e = 0; e < kEighths; ++e) block.eighths[e] = eighths[e] - (e == 0 ? begin : eighths[e - 1]);
}

int sms;
unsigned *words;
Told *told;

template <int kKind, int kTogether>
void tell()
{
    CHECK(cudaFuncSetAttribute(serve<kKind, kTogether>, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    for (const int blocks : {1, 2, 4, 8})
        for (int round = 0; round < 2; ++round) {
            CHECK(cudaMemset(told, 0, sizeof(Told)));
            serve<kKind, kTogether><<<sms * blocks, 256>>>(words, told, kLoads[kKind] / kTogether, 0);
            CHECK(cudaGetLastError());
            Told host;
            CHECK(cudaMemcpy(&host, told, sizeof(Told), cudaMemcpyDeviceToHost));
            if (round == 0) continue;
            const int count = int(std::min(host.count, unsigned(kMostBlocks)));
            std::sort(host.blocks, host.blocks + count, [](const auto &a, const auto &b) { return a.index < b.index; });
            for (int b = 0; b < count; ++b) {
                const auto &one = host.blocks[b];
                std::printf("order %s loads=%d blocks=%d block=%u place=%u %d:", kNames[kKind], kTogether, blocks, one.index, one.place,
                            int(one.from - host.blocks[0].from));
                for (const unsigned eighth : one.eighths) std::printf(" %u", eighth);
                std::printf("\n");
            }
        }
}

template <int... kAll>
void tellAll(std::integer_sequence<int, kAll...>)
{
    ((tell<kAll, 1>(), tell<kAll, 2>(), tell<kAll, 4>(), tell<kAll, 8>(), tell<kAll, 16>()), ...);
}

}  // namespace

int main()
{
    sms = tellCard();
    std::mt19937 random(18);
    std::vector<unsigned> data(1 << 20);
    for (auto &one : data) one = random() >> 2;
    CHECK(cudaMalloc(&words, data.size() * 4));
    CHECK(cudaMemcpy(words, data.data(), data.size() * 4, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc(&told, sizeof(Told)));
    tellAll(std::make_integer_sequence<int, kKinds>());
    std::printf("end\n");
    return EXIT_SUCCESS;
}
