// Which lines share a set of the L1 cache. Each block, alone on its SM, takes one line, leaves out what it can of 4096 others
// so that it is still gone after them, and then asks for each of 16384 lines whether it takes the place of one of those.
//
//   nvcc -O3 -std=c++17 -arch=native sets.cu -o sets && ./sets
//
//   set carve=PERCENT line=L others=N: LINES members: LINES     lines of 128 bytes from the beginning of an array
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

constexpr unsigned kOthers = 4096, kLines = 16384, kIsHit = 150, kMostOthers = 64;

struct Told {
    unsigned line, others, other[kMostOthers];
    unsigned members[kLines / 32];
};

__device__ __forceinline__ bool isGone(const unsigned *words, unsigned line)
{
    const unsigned from = now();
    load(words, line);
    return __any_sync(0xffffffffu, now() - from > kIsHit);
}

/** Whether a line is gone after some others, of which a part is left out. */
__device__ bool goes(const unsigned *words, unsigned line, const unsigned short *others, unsigned count, unsigned first,
                     unsigned without)
{
    load(words, line);
    load(words, line);
    for (unsigned i = threadIdx.x; i < (count + 31) / 32 * 32; i += 32) {
        if (i < count && (i < first || i >= first + without)) load(words, others[i]);
        __syncwarp();
    }
    return isGone(words, line);
}

__global__ void __launch_bounds__(32) findSets(const unsigned *words, const unsigned short *drawn, Told *told)
{
    __shared__ unsigned short others[kOthers];
    const unsigned lane = threadIdx.x, line = blockIdx.x;
    unsigned count = 0;
    // The line itself is none of the others.
    for (unsigned i = 0; i < kOthers; ++i) {
        const unsigned short other = drawn[i];
        if (other != line) {
            if (lane == 0) others[count] = other;
            ++count;
        }
    }
    __syncwarp();
    Told &own = told[blockIdx.x];
    unsigned tests = 0;
    for (unsigned part = count / 8; part > 0 && tests < 4000;) {
        bool isLess = false;
        for (unsigned first = 0; first < count && tests < 4000;) {
            ++tests;
            const unsigned without = min(part, count - first);
            // Twice: a line that happened to be gone is not gone again.
            if (goes(words, line, others, count, first, without) && goes(words, line, others, count, first, without)) {
                for (unsigned i = first + without; i < count; i += 32) {
                    const unsigned short moved = i + lane < count ? others[i + lane] : 0;
                    __syncwarp();
                    if (i + lane < count) others[i + lane - without] = moved;
                    __syncwarp();
                }
                count -= without;
                isLess = true;
            } else {
                first += without;
            }
        }
        if (!isLess || part > count / 8) part = part == 1 && isLess ? 1 : part / 2;
    }
    if (lane == 0) {
        own.line = line;
        own.others = count;
        for (unsigned i = 0; i < min(count, kMostOthers); ++i) own.other[i] = others[i];
    }
    if (count > 32) return;
    for (unsigned group = 0; group < kLines / 32; ++group) {
        unsigned members = 0;
        for (unsigned b = 0; b < 32; ++b) {
            const unsigned candidate = group * 32 + b;
            bool isOne = candidate == line;
            for (unsigned i = 0; i < count; ++i) isOne = isOne || others[i] == candidate;
            bool isGoneTwice = true;
            for (int turn = 0; turn < 2 && isGoneTwice && !isOne; ++turn) {
                load(words, line);
                for (unsigned i = 1; i < count; ++i) load(words, others[i]);
                load(words, candidate);
                isGoneTwice = isGone(words, line);
            }
            if (isOne || isGoneTwice) members |= 1u << b;
        }
        if (lane == 0) own.members[group] = members;
    }
}

}  // namespace

int main()
{
    const int sms = tellCard();
    unsigned *words;
    unsigned short *drawn;
    Told *told;
    CHECK(cudaMalloc(&words, size_t(64) << 20));
    CHECK(cudaMalloc(&drawn, kLines * 2));
    CHECK(cudaMalloc(&told, sms * sizeof(Told)));
    std::mt19937 random(18);
    std::vector<unsigned> data(size_t(16) << 20);
    for (auto &one : data) one = random() >> 2;
    CHECK(cudaMemcpy(words, data.data(), size_t(64) << 20, cudaMemcpyHostToDevice));
    std::vector<unsigned short> order(kLines);
    std::iota(order.begin(), order.end(), (unsigned short)0);
    std::shuffle(order.begin(), order.end(), random);
    CHECK(cudaMemcpy(drawn, order.data(), kLines * 2, cudaMemcpyHostToDevice));
    std::vector<Told> host(sms);
    for (const int carve : {4, 100, 60}) {
        CHECK(cudaMemset(told, 0, sms * sizeof(Told)));
        CHECK(cudaFuncSetAttribute(findSets, cudaFuncAttributePreferredSharedMemoryCarveout, carve));
        // So many blocks that each SM has one: with all of shared memory no second one would fit, and none comes early.
        findSets<<<sms, 32>>>(words, drawn, told);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpy(host.data(), told, sms * sizeof(Told), cudaMemcpyDeviceToHost));
        for (const Told &one : host) {
            std::printf("set carve=%d line=%u others=%u:", carve, one.line, one.others);
            for (unsigned i = 0; i < std::min(one.others, kMostOthers); ++i) std::printf(" %u", one.other[i]);
            std::printf(" members:");
            for (unsigned l = 0; l < kLines; ++l)
                if ((one.members[l / 32] >> (l % 32) & 1) != 0) std::printf(" %u", l);
            std::printf("\n");
        }
        std::fflush(stdout);
    }
    std::printf("end\n");
    return EXIT_SUCCESS;
}
