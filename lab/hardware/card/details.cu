// Single questions to one card: turns at the load/store unit, loads by the sectors that they touch, constant memory by
// uniform loads, what L1 and L2 keep over footprints, DRAM over occupancy, blocks that follow each other, launches.
//
//   nvcc -O3 -std=c++17 -arch=native details.cu -o details && ./details [seconds]
//
// Times are core cycles of an SM unless something else is said. What a line means stands above what prints it.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include "card.cuh"
#include "sm.cuh"

namespace {

using Clock = std::chrono::steady_clock;

int sms;
unsigned *words;           // a GiB of random numbers below 2^30
constexpr size_t kWords = size_t(1) << 28;
unsigned *results;         // a MiB of results
constexpr size_t kResults = 1 << 22;
std::vector<unsigned> host(kResults);

void fetch(size_t count) { CHECK(cudaMemcpy(host.data(), results, count * sizeof(unsigned), cudaMemcpyDeviceToHost)); }

void done()
{
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

double milliseconds(const std::function<void()> &launch)
{
    static cudaEvent_t from = nullptr, to = nullptr;
    if (from == nullptr) {
        CHECK(cudaEventCreate(&from));
        CHECK(cudaEventCreate(&to));
    }
    CHECK(cudaEventRecord(from));
    launch();
    CHECK(cudaEventRecord(to));
    done();
    float ms;
    CHECK(cudaEventElapsedTime(&ms, from, to));
    return ms;
}

double medianOf(int rounds, const std::function<double()> &measure)
{
    std::vector<double> values;
    for (int i = 0; i < rounds; ++i) values.push_back(measure());
    std::nth_element(values.begin(), values.begin() + rounds / 2, values.end());
    return values[rounds / 2];
}

__global__ void fill(unsigned *to, size_t count)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
        unsigned x = unsigned(i) * 2654435761u + 12345u;
        x ^= x >> 15;
        x *= 2246822519u;
        x ^= x >> 13;
        to[i] = x >> 2;
    }
}

__device__ __forceinline__ unsigned long long nanoseconds()
{
    unsigned long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
}

/** Waits until a word is there; few are so large. */
__device__ __forceinline__ void await(unsigned word)
{
    asm volatile("{ .reg .pred p; setp.eq.u32 p, %0, 0x7fffffff; @p trap; }" ::"r"(word) : "memory");
}

// Turns at the load/store unit. turn KIND warps=MASK loads=N burst=B warp=W: cycles when the burst began, when its last load
// was issued, and when each load was there, since a moment at which all warps began.

enum TurnKind { L1Words, L1Quads, L1Rows, L2Words, SharedWords, SharedRows, kTurnKinds };
const char *const kTurnNames[] = {"l1", "l1quads", "l1rows", "l2", "shared", "sharedrows"};
constexpr int kBursts = 4, kTurnSize = 20;

template <int kKind>
__device__ __forceinline__ unsigned loadOf(const unsigned *from, const unsigned *shared, unsigned warp, unsigned lane, int i)
{
    unsigned word, other;
    if constexpr (kKind == L1Words)
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(word) : "l"(from + warp % 8 * 512 + i * 32 + lane) : "memory");
    if constexpr (kKind == L1Quads) {
        asm volatile("ld.global.ca.v4.u32 {%0, %1, _, _}, [%2];"
                     : "=r"(word), "=r"(other)
                     : "l"(from + warp % 4 * 2048 + (i * 32 + lane) * 4)
                     : "memory");
    }
    if constexpr (kKind == L1Rows)
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(word) : "l"(from + warp % 4 * 1024 + lane * 32 + i) : "memory");
    if constexpr (kKind == L2Words)
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(word) : "l"(from + warp * 512 + i * 32 + lane) : "memory");
    if constexpr (kKind == SharedWords)
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(unsigned(__cvta_generic_to_shared(shared + i * 32 + lane))) : "memory");
    if constexpr (kKind == SharedRows)
        asm volatile("ld.shared.u32 %0, [%1];"
                     : "=r"(word)
                     : "r"(unsigned(__cvta_generic_to_shared(shared + lane % 8 * 32 + lane / 8 + i * 4)))
                     : "memory");
    return word;
}

template <int kKind, int kLoads>
__global__ void __launch_bounds__(512) turns(const unsigned *from, unsigned *told, unsigned mask, unsigned zero)
{
    __shared__ unsigned shared[1024];
    __shared__ unsigned origin;
    for (unsigned i = threadIdx.x; i < 1024; i += 512) shared[i] = from[i];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int i = 0; i < kLoads; ++i) await(loadOf<kKind>(from, shared, warp, lane, i));
    if (threadIdx.x == 0) origin = now() + 3000;
    __syncthreads();
    if ((mask >> warp & 1) == 0) return;
    const unsigned begin = origin;
    const unsigned *at = shared;
    unsigned times[kBursts][kLoads + 2];
    while (int(now() - begin) < 0) {
    }
#pragma unroll
    for (int b = 0; b < kBursts; ++b) {
        unsigned loaded[kLoads];
        // Else the compiler would load only once.
        from += zero;
        at += zero;
        times[b][0] = now();
#pragma unroll
        for (int i = 0; i < kLoads; ++i) loaded[i] = loadOf<kKind>(from, at, warp, lane, i);
        times[b][1] = now();
#pragma unroll
        for (int i = 0; i < kLoads; ++i) {
            await(loaded[i]);
            times[b][2 + i] = now();
        }
    }
    if (lane == 0)
        for (int b = 0; b < kBursts; ++b)
            for (int i = 0; i < kLoads + 2; ++i) told[(warp * kBursts + b) * kTurnSize + i] = times[b][i] - begin;
}

template <int kKind, int kLoads>
void tellTurns(unsigned mask)
{
    turns<kKind, kLoads><<<1, 512>>>(words, results, mask, 0);
    turns<kKind, kLoads><<<1, 512>>>(words, results, mask, 0);
    done();
    fetch(16 * kBursts * kTurnSize);
    for (int warp = 0; warp < 16; ++warp)
        for (int b = 0; b < kBursts && (mask >> warp & 1) != 0; ++b) {
            std::printf("turn %s warps=%x loads=%d burst=%d warp=%d", kTurnNames[kKind], mask, kLoads, b, warp);
            for (int i = 0; i < kLoads + 2; ++i) std::printf(" %u", host[(warp * kBursts + b) * kTurnSize + i]);
            std::printf("\n");
        }
}

template <int kKind>
void tellTurnsOf()
{
    for (const unsigned mask : {0x1u, 0x3u, 0x11u, 0xfu, 0x1111u, 0xffu, 0xffffu}) {
        tellTurns<kKind, 1>(mask);
        tellTurns<kKind, 4>(mask);
        tellTurns<kKind, 16>(mask);
        if (mask < 0x100u) {
            tellTurns<kKind, 2>(mask);
            tellTurns<kKind, 8>(mask);
        }
    }
}

// Loads by what their lanes touch, all in L1. pattern NAME warps=W: loads a cycle and SM, and cycles of 16 in a row alone.

enum Pattern { Uniform, TwoSectors, TwoLines, UniformAndRow, Row, FourLines, EightLines, SixteenLines, AllLines, Pairs, Quads, SharedUniform, SharedRow, kPatterns };
const char *const kPatternNames[] = {"uniform", "two-sectors", "two-lines", "uniform-and-row", "row", "four-lines", "eight-lines",
                                     "sixteen-lines", "all-lines", "pairs", "quads", "shared-uniform", "shared-row"};

template <int kPattern>
__global__ void __launch_bounds__(1024) pattern(const unsigned *from, unsigned *told, int rounds, unsigned zero)
{
    __shared__ unsigned shared[4096];
    for (unsigned i = threadIdx.x; i < 4096; i += blockDim.x) shared[i] = from[i];
    __syncthreads();
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned place = 0;
    if (kPattern == TwoSectors) place = lane / 16 * 8;
    if (kPattern == TwoLines) place = lane / 16 * 32;
    if (kPattern == Row || kPattern == SharedRow) place = lane;
    if (kPattern == FourLines) place = lane / 8 * 32;
    if (kPattern == EightLines) place = lane / 4 * 32;
    if (kPattern == SixteenLines) place = lane / 2 * 32;
    if (kPattern == AllLines) place = lane * 32;
    if (kPattern == Pairs) place = lane * 2;
    if (kPattern == Quads) place = lane * 4;
    const unsigned *own = from + warp % 8 * 256 + place;
    unsigned sharedOwn = unsigned(__cvta_generic_to_shared(shared + warp % 8 * 256 + place));
    unsigned sum = 0;
    unsigned from_ = 0, to = 0;
    for (int pass = 0; pass < 2; ++pass) {
        __syncthreads();
        from_ = now();
        for (int r = 0; r < (pass == 0 ? 4 : rounds); ++r) {
            unsigned got[16];
            // Else the compiler would load only once.
            own += zero;
            sharedOwn += zero;
#pragma unroll
            for (int i = 0; i < 16; ++i) {
                const unsigned *at = own + i * 16;
                if constexpr (kPattern == Pairs)
                    asm volatile("ld.global.ca.v2.u32 {%0, _}, [%1];" : "=r"(got[i]) : "l"(at) : "memory");
                else if constexpr (kPattern == Quads)
                    asm volatile("ld.global.ca.v4.u32 {%0, _, _, _}, [%1];" : "=r"(got[i]) : "l"(at) : "memory");
                else if constexpr (kPattern == UniformAndRow)
                    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(got[i]) : "l"(i % 2 == 0 ? at : at + lane) : "memory");
                else if constexpr (kPattern == SharedUniform || kPattern == SharedRow)
                    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(got[i]) : "r"(sharedOwn + i * 64) : "memory");
                else
                    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(got[i]) : "l"(at) : "memory");
            }
#pragma unroll
            for (int i = 0; i < 16; ++i) sum += got[i];
        }
        await(sum);
        to = now();
    }
    if (lane == 0) {
        told[(blockIdx.x * 32 + warp) * 2] = from_;
        told[(blockIdx.x * 32 + warp) * 2 + 1] = to;
    }
}

template <int kPattern>
void tellPattern()
{
    constexpr int kRounds = 200;
    for (const int warps : {1, 2, 4, 8, 16, 32}) {
        CHECK(cudaFuncSetAttribute(pattern<kPattern>, cudaFuncAttributePreferredSharedMemoryCarveout, 25));
        pattern<kPattern><<<1, warps * 32>>>(words, results, kRounds, 0);
        done();
        fetch(64);
        unsigned last = 0;
        for (int w = 0; w < warps; ++w) last = std::max(last, host[w * 2 + 1] - host[0]);
        std::printf("pattern %s warps=%d %.4f\n", kPatternNames[kPattern], warps, double(warps) * kRounds * 16 / last);
    }
}

// Constant memory that a loop reads, the same word for all lanes. uniform KIND kib=K warps=W sms=S: cycles of a turn of the
// loop, which reads 16 bytes, in the first and the second time through the table; least, middle and most of the warps.

__constant__ float4 table[4096];

template <bool kWaves>
__global__ void __launch_bounds__(1024) uniform(float *to, unsigned *told, int count, float x, float y)
{
    float sum = 0, other = 0;
    unsigned times[3];
    times[0] = now();
    for (int pass = 0; pass < 2; ++pass) {
        for (int k = 0; k < count; ++k) {
            const float phase = table[k].x * x + table[k].y * y + table[k].z;
            if (kWaves) {
                sum += table[k].w * __cosf(phase);
                other += table[k].w * __sinf(phase);
            } else {
                sum += table[k].w * phase;
            }
        }
        await(__float_as_uint(sum));
        times[pass + 1] = now();
    }
    if (sum + other == 1.234567f) *to = sum;
    if (threadIdx.x % 32 == 0) {
        const unsigned at = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 2;
        told[at] = times[1] - times[0];
        told[at + 1] = times[2] - times[1];
    }
}

template <bool kWaves>
void tellUniform(const char *name)
{
    for (const int kib : {1, 2, 4, 16, 32, 64})
        for (const int blocks : {1, sms, 2 * sms, 8 * sms})
            for (const int warps : {1, 8, 32}) {
                if (warps == 32 && blocks > sms * 2) continue;
                const int count = kib * 64, all = warps * blocks;
                // Other constants come between.
                uniform<kWaves><<<sms, 32>>>(reinterpret_cast<float *>(results), results, 4096, 0.3f, 0.7f);
                uniform<kWaves><<<blocks, warps * 32>>>(reinterpret_cast<float *>(results), results, count, 0.3f, 0.7f);
                done();
                fetch(size_t(all) * 2);
                std::printf("uniform %s kib=%d warps=%d blocks=%d", name, kib, warps, blocks);
                for (int pass = 0; pass < 2; ++pass) {
                    std::vector<unsigned> times;
                    for (int w = 0; w < all; ++w) times.push_back(host[w * 2 + pass]);
                    std::sort(times.begin(), times.end());
                    for (const unsigned time : {times.front(), times[all / 2], times.back()}) std::printf(" %.2f", double(time) / count);
                }
                std::printf("\n");
            }
}

// What one warp's chase of lines keeps. lines stride=BYTES order=O carve=C N: hits of the 2nd, 3rd, 4th and 6th pass.

__global__ void linkTo(unsigned *at, const unsigned *order, unsigned lines, unsigned stride)
{
    for (unsigned i = threadIdx.x; i < lines; i += blockDim.x)
        at[size_t(order[i]) * stride] = order[(i + 1) % lines] * stride;
}

constexpr int kPasses = 6, kIsHit = 150;

__global__ void chaseLines(const unsigned *next, unsigned lines, unsigned *told)
{
    unsigned at = 0;
    for (int pass = 0; pass < kPasses; ++pass) {
        unsigned hits = 0;
        for (unsigned i = 0; i < lines; ++i) {
            const unsigned from = now();
            asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(at) : "l"(next + at) : "memory");
            await(at);
            if (now() - from < kIsHit) ++hits;
        }
        told[blockIdx.x * kPasses + pass] = hits;
    }
}

void tellLines()
{
    unsigned *chain, *order;
    CHECK(cudaMalloc(&chain, size_t(16) << 20));
    CHECK(cudaMalloc(&order, 2304 * 4));
    for (const int carve : {0, -1, 50})
        for (const unsigned stride : {32u, 64u, 128u, 256u, 512u, 1024u})
            for (const bool isRandom : {false, true}) {
                if (carve != 0 && stride > 64) continue;
                CHECK(cudaFuncSetAttribute(chaseLines, cudaFuncAttributePreferredSharedMemoryCarveout, carve));
                for (unsigned lines = 256; lines <= 2304; lines += 64) {
                    std::vector<unsigned> drawn(lines);
                    std::iota(drawn.begin(), drawn.end(), 0u);
                    std::mt19937 random(lines);
                    if (isRandom) std::shuffle(drawn.begin(), drawn.end(), random);
                    CHECK(cudaMemcpy(order, drawn.data(), lines * 4, cudaMemcpyHostToDevice));
                    linkTo<<<1, 256>>>(chain, order, lines, stride);
                    chaseLines<<<1, 1>>>(chain, lines, results);
                    done();
                    fetch(kPasses);
                    std::printf("lines stride=%u order=%s carve=%d %u %u %u %u %u\n", stride * 4, isRandom ? "drawn" : "row", carve,
                                lines, host[1], host[2], host[3], host[5]);
                }
            }
}

// What a block of warps that go round a footprint keeps, each warp its own lines, a load at a time. round warps=W N:
// hits of all and of the warps with fewest and most in passes 2 to 10, and in the last 10 of 200, and the cycles of all.

__global__ void __launch_bounds__(1024) roundLines(const unsigned *from, unsigned lines, unsigned *told)
{
    const unsigned warp = threadIdx.x / 32, warps = blockDim.x / 32, lane = threadIdx.x % 32;
    unsigned early = 0, late = 0, zero = 0;
    const unsigned began = now();
    for (int pass = 0; pass < 200; ++pass)
        for (unsigned line = warp; line < lines; line += warps) {
            const unsigned start = now();
            unsigned word;
            asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(word) : "l"(from + line * 32 + lane + zero) : "memory");
            await(word);
            zero = word >> 31;
            const bool isHit = now() - start < kIsHit;
            if (isHit && pass >= 1 && pass < 10) ++early;
            if (isHit && pass >= 190) ++late;
        }
    if (lane == 0) {
        told[warp * 3] = early;
        told[warp * 3 + 1] = late;
        told[warp * 3 + 2] = now() - began;
    }
}

void tellRounds()
{
    CHECK(cudaFuncSetAttribute(roundLines, cudaFuncAttributePreferredSharedMemoryCarveout, 0));
    for (const int warps : {1, 2, 4, 16, 32})
        for (unsigned lines = 1024; lines <= 3072; lines += 128) {
            roundLines<<<1, warps * 32>>>(words, lines, results);
            done();
            fetch(size_t(warps) * 3);
            std::printf("round warps=%d %u", warps, lines);
            for (int part = 0; part < 2; ++part) {
                double all = 0;
                unsigned least = ~0u, most = 0;
                for (int w = 0; w < warps; ++w) {
                    const unsigned hits = host[w * 3 + part];
                    all += hits;
                    least = std::min(least, hits);
                    most = std::max(most, hits);
                }
                const double passes = part == 0 ? 9 : 10;
                std::printf(" %.4f %.4f %.4f", all / passes / lines, least / passes / lines * warps, most / passes / lines * warps);
            }
            unsigned first = ~0u, last = 0;
            for (int w = 0; w < warps; ++w) {
                first = std::min(first, host[w * 3 + 2]);
                last = std::max(last, host[w * 3 + 2]);
            }
            std::printf(" %u %u\n", first, last);
        }
}

// L2 over footprints. l2 MB: GB/s of reads; and of single loads by a warp on every SM the shares by latency: below 200, in
// steps of 50 cycles to 900, above.

__global__ void __launch_bounds__(1024) readRegions(const double *__restrict__ from, double *to, unsigned regions)
{
    const double *region = from + size_t(blockIdx.x % regions) * 65536 + threadIdx.x;
    double sum = 0;
#pragma unroll 16
    for (int i = 0; i < 64; ++i) sum += region[i * 1024];
    if (sum == 1.234567) *to = sum;
}

constexpr int kSteps = 1500, kBuckets = 16;

__global__ void sampleL2(const unsigned *from, unsigned lines, unsigned *told)
{
    unsigned state = smOfBlock() * 747796405u + 2891336453u, zero = 0;
    unsigned counts[kBuckets] = {};
    for (int i = 0; i < kSteps; ++i) {
        state = state * 1664525u + 1013904223u;
        const unsigned line = unsigned((unsigned long long)state * lines >> 32);
        const unsigned start = now();
        unsigned word;
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(word) : "l"(from + size_t(line) * 32 + zero) : "memory");
        await(word);
        const unsigned took = now() - start;
        zero = word >> 31;
        const int bucket = took < 200 ? 0 : min(kBuckets - 1, int(took - 200) / 50 + 1);
#pragma unroll
        for (int b = 0; b < kBuckets; ++b) counts[b] += b == bucket;
    }
#pragma unroll
    for (int b = 0; b < kBuckets; ++b) atomicAdd(&told[b], counts[b]);
}

void tellL2()
{
    const auto *doubles = reinterpret_cast<const double *>(words);
    auto *to = reinterpret_cast<double *>(results);
    for (const int mb : {4, 8, 12, 16, 20, 22, 24, 25, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 60, 64, 72, 80, 96, 128, 192}) {
        const unsigned regions = unsigned(mb) * 2;
        const auto time = [&](int rounds) {
            return milliseconds([&] { readRegions<<<regions * rounds, 1024>>>(doubles, to, regions); });
        };
        time(4);
        // Blocks of a short run are as many as blocks that the card holds at a time, twice.
        const int few = 4 + int(1000 / regions), many = few * 3;
        const double ms = medianOf(5, [&] { return time(many) - time(few); });
        std::printf("l2 %d %.1f", mb, double(regions) * (many - few) * 524288 / ms * 1e-6);
        CHECK(cudaMemset(results, 0, kBuckets * 4));
        sampleL2<<<sms, 1>>>(words, unsigned(mb) * 8192, results);
        done();
        fetch(kBuckets);
        const double all = double(sms) * kSteps;
        for (int b = 0; b < kBuckets; ++b) std::printf(" %.4f", host[b] / all);
        std::printf("\n");
    }
}

// DRAM over occupancy: a double a thread, so many blocks on an SM at a time. dram KIND blocks=B threads=T: GB/s of the
// second half of an array.

enum Way { Reads, Writes, Copies, kWays };
const char *const kWayNames[] = {"read", "write", "copy"};

template <int kWay>
__global__ void __launch_bounds__(1024) stream(const double *__restrict__ from, double *__restrict__ to)
{
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if constexpr (kWay == Reads) {
        if (from[i] == 1.234567) to[i] = 1;
    }
    if constexpr (kWay == Writes) to[i] = 0.23;
    if constexpr (kWay == Copies) to[i] = 0.3 * from[i];
}

template <int kWay>
void tellDram()
{
    const auto *from = reinterpret_cast<const double *>(words);
    double *to = reinterpret_cast<double *>(words) + kWords / 4;
    for (const int blocks : {1, 2, 4})
        for (const int threads : {32, 64, 128, 256, 512, 1024}) {
            if (blocks * threads > 2048) continue;
            // So much shared memory that no further block fits.
            const int bytes = blocks == 1 ? 160 << 10 : blocks == 2 ? 100 << 10 : 50 << 10;
            CHECK(cudaFuncSetAttribute(stream<kWay>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
            const size_t count = std::min(size_t(kWords) / 4, size_t(1) << (19 + (blocks * threads >= 512 ? 7 : 5)));
            const auto time = [&](size_t part) {
                return milliseconds([&] { stream<kWay><<<unsigned(part / threads), threads, bytes>>>(from, to); });
            };
            time(count);
            const double ms = medianOf(5, [&] { return time(count) - time(count / 2); });
            std::printf("dram %s blocks=%d threads=%d %.1f\n", kWayNames[kWay], blocks, threads,
                        double(count / 2) * (kWay == Copies ? 16 : 8) / ms * 1e-6);
        }
}

// Blocks that follow each other. turnover threads=T shared=S: begin and end of each block of SM 0, by their begin.

__global__ void shortBlock(unsigned *told, int cycles)
{
    extern __shared__ unsigned dynamic[];
    const unsigned from = now();
    __syncthreads();
    while (now() - from < unsigned(cycles)) {
    }
    __syncthreads();
    if (threadIdx.x == 0 && smOfBlock() == 0) {
        const unsigned at = atomicAdd(told, 1u);
        told[1 + 2 * at] = from;
        told[2 + 2 * at] = now();
    }
}

void tellTurnover()
{
    for (const int threads : {32, 128, 256, 512, 1024})
        for (const int bytes : {0, 30 << 10, 100 << 10}) {
            CHECK(cudaFuncSetAttribute(shortBlock, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
            int held = 0;
            CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, shortBlock, threads, bytes));
            for (const int cycles : {1500, 300}) {
                CHECK(cudaMemset(results, 0, 4));
                shortBlock<<<sms * held * 4, threads, bytes>>>(results, cycles);
                done();
                fetch(4096);
                const unsigned count = std::min(host[0], 2000u);
                std::vector<std::pair<unsigned, unsigned>> blocks;
                for (unsigned b = 0; b < count; ++b) blocks.push_back({host[1 + 2 * b], host[2 + 2 * b]});
                const unsigned origin = count == 0 ? 0 : blocks[0].first - 100000;
                std::sort(blocks.begin(), blocks.end(), [&](auto a, auto b) { return a.first - origin < b.first - origin; });
                std::printf("turnover threads=%d shared=%d cycles=%d held=%d", threads, bytes, cycles, held);
                for (const auto &[from, to] : blocks) std::printf(" %u-%u", from - blocks[0].first, to - blocks[0].first);
                std::printf("\n");
            }
        }
}

// Launches that follow each other. launch blocks=B cycles=C streams=S: ns from the end of each to the begin of the next, and
// of its last block to begin after the first.

__global__ void timed(unsigned long long *told, int cycles)
{
    if (threadIdx.x != 0) return;
    atomicMin(&told[0], nanoseconds());
    atomicMax(&told[1], nanoseconds());
    const unsigned from = now();
    while (now() - from < unsigned(cycles)) {
    }
    atomicMax(&told[2], nanoseconds());
}

void tellLaunches()
{
    constexpr int kLaunches = 24;
    auto *told = reinterpret_cast<unsigned long long *>(results);
    cudaStream_t streams[2];
    for (auto &one : streams) CHECK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    for (const int blocks : {1, 132, 528, 2112})
        for (const int cycles : {100, 4000, 20000}) {
            std::vector<unsigned long long> times(kLaunches * 3, 0);
            for (int k = 0; k < kLaunches; ++k) times[k * 3] = ~0ull;
            CHECK(cudaMemcpy(told, times.data(), times.size() * 8, cudaMemcpyHostToDevice));
            shortBlock<<<1, 32, 0, streams[0]>>>(results + (1 << 20), 200000);
            for (int k = 0; k < kLaunches; ++k) timed<<<blocks, 64, 0, streams[0]>>>(told + k * 3, cycles);
            done();
            CHECK(cudaMemcpy(times.data(), told, times.size() * 8, cudaMemcpyDeviceToHost));
            std::printf("launch blocks=%d cycles=%d", blocks, cycles);
            for (int k = 1; k < kLaunches; ++k)
                std::printf(" %lld,%lld,%lld", (long long)(times[k * 3] - times[k * 3 - 1]),
                            (long long)(times[k * 3 + 1] - times[k * 3]), (long long)(times[k * 3 + 2] - times[k * 3]));
            std::printf("\n");
        }
}

template <int... kAll>
void tellPatterns(std::integer_sequence<int, kAll...>)
{
    (tellPattern<kAll>(), ...);
}

template <int... kAll>
void tellAllTurns(std::integer_sequence<int, kAll...>)
{
    (tellTurnsOf<kAll>(), ...);
}

}  // namespace

int main(int argc, char **argv)
{
    const auto begun = Clock::now();
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1e9;
    sms = tellCard();
    CHECK(cudaMalloc(&words, kWords * 4));
    CHECK(cudaMalloc(&results, kResults * 4));
    CHECK(cudaMemset(results, 0, kResults * 4));
    fill<<<sms * 8, 256>>>(words, kWords);
    done();
    std::vector<float> constants(16384);
    std::minstd_rand random(7);
    for (auto &one : constants) one = float(random() % 1000003) / 1000003;
    CHECK(cudaMemcpyToSymbol(table, constants.data(), sizeof(table)));

    const std::function<void()> parts[] = {
        [] { tellAllTurns(std::make_integer_sequence<int, kTurnKinds>()); },
        [] { tellPatterns(std::make_integer_sequence<int, kPatterns>()); },
        [] {
            tellUniform<false>("plain");
            tellUniform<true>("waves");
        },
        tellL2,
        [] {
            tellDram<Reads>();
            tellDram<Writes>();
            tellDram<Copies>();
        },
        tellLines,
        tellRounds,
        tellTurnover,
        tellLaunches,
    };
    for (const auto &part : parts) {
        if (std::chrono::duration<double>(Clock::now() - begun).count() > seconds) break;
        part();
        std::fflush(stdout);
    }
    std::printf("end\n");
    return EXIT_SUCCESS;
}
