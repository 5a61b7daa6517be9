// What the L1 cache of an SM gives up: a line that was loaded once or twice, then others, and is it still there. One warp on
// each SM, each time with other lines.
//
//   nvcc -O3 -std=c++17 -arch=native survival.cu -o survival && ./survival
//
//   survival WAY order=row|drawn N: SHARE     of lines that are still there after N others
//
// WAY is how often the line was loaded before (once, twice), whether others come twice, or whether it is loaded again after
// half of them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

#include <cuda_runtime.h>

#include "card.cuh"
#include "lines.cuh"

namespace {

constexpr unsigned kLines = 16384, kIsHit = 150, kRepeats = 6;
enum Way { Once, Twice, OthersTwice, AgainHalfway, kWays };
const char *const kNames[] = {"once", "twice", "others-twice", "again-halfway"};

/** `order` says which lines come one after the other; those of the second half of the array only fill the cache. */
__global__ void __launch_bounds__(32) survive(const unsigned *words, const unsigned *order, int way, unsigned others, unsigned *told)
{
    unsigned there = 0;
    for (unsigned r = 0; r < kRepeats; ++r) {
        for (unsigned i = 0; i < 6144; ++i) load(words, kLines + (i + r * 512) % kLines);
        const unsigned at = (blockIdx.x * 977 + r * 3571) % kLines;
        const unsigned line = order[at];
        load(words, line);
        if (way == Twice) load(words, line);
        for (int pass = 0; pass < (way == OthersTwice ? 2 : 1); ++pass)
            for (unsigned i = 1; i <= others; ++i) {
                load(words, order[(at + i) % kLines]);
                if (way == AgainHalfway && i == others / 2) load(words, line);
            }
        const unsigned from = now();
        load(words, line);
        if (now() - from < kIsHit) ++there;
    }
    if (threadIdx.x == 0) atomicAdd(told, there);
}

}  // namespace

int main()
{
    const int sms = tellCard();
    unsigned *words, *orders[2], *told;
    CHECK(cudaMalloc(&words, size_t(2) * kLines * 128));
    CHECK(cudaMalloc(&told, 4));
    std::mt19937 random(18);
    std::vector<unsigned> data(size_t(2) * kLines * 32);
    for (auto &one : data) one = random() >> 2;
    CHECK(cudaMemcpy(words, data.data(), data.size() * 4, cudaMemcpyHostToDevice));
    std::vector<unsigned> order(kLines);
    std::iota(order.begin(), order.end(), 0u);
    for (auto &one : orders) {
        CHECK(cudaMalloc(&one, kLines * 4));
        CHECK(cudaMemcpy(one, order.data(), kLines * 4, cudaMemcpyHostToDevice));
        std::shuffle(order.begin(), order.end(), random);
    }
    CHECK(cudaFuncSetAttribute(survive, cudaFuncAttributePreferredSharedMemoryCarveout, 0));
    for (int way = 0; way < kWays; ++way)
        for (int drawn = 0; drawn < 2; ++drawn)
            for (unsigned others = 512; others <= 5120; others += others < 1408 || others >= 2560 ? 256 : 64) {
                CHECK(cudaMemset(told, 0, 4));
                survive<<<sms, 32>>>(words, orders[drawn], way, others, told);
                CHECK(cudaGetLastError());
                unsigned there;
                CHECK(cudaMemcpy(&there, told, 4, cudaMemcpyDeviceToHost));
                std::printf("survival %s order=%s %u %.4f\n", kNames[way], drawn ? "drawn" : "row", others,
                            double(there) / (double(sms) * kRepeats));
                std::fflush(stdout);
            }
    std::printf("end\n");
    return EXIT_SUCCESS;
}
