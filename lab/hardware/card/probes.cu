// Kernels that ask for one resource each, on one card: alone, in pairs and threes, on parts of the SMs, over footprints.
//   nvcc -O3 -std=c++17 -arch=native probes.cu -o probes && ./probes > h100.txt
//
// Every warp works for a fixed number of cycles of its own SM, and counts its steps between a warm-up and an end during
// which the others still work: what is printed is a pace, steps a cycle of all warps together. No run takes longer than
// its cycles, whatever runs beside it. A block that does not find its place leaves: places are so many on each of the
// SMs that a probe may use.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "bodies.cuh"
#include "matrix.cuh"

#define CHECK(call)                                                                                   \
    do {                                                                                              \
        const cudaError_t status = (call);                                                            \
        if (status != cudaSuccess) {                                                                  \
            std::printf("failed %s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));        \
            std::exit(1);                                                                             \
        }                                                                                             \
    } while (0)

namespace {

constexpr int kMostSms = 256, kMostTogether = 3;
/** Steps in cycles: not counted, counted, and worked on so that others are not alone. */
constexpr long long kWarm = 1'500'000, kCounted = 2'500'000, kTail = 400'000;

enum Kind {
    Copy, Read, ReadPast, Write, CopyOwn, ReadOwn, Chase, Atomics, Fp32, Fp64, Int32, Special, SharedRead, SharedTwice,
    Tensor, AsyncRead, BulkRead, Barrier, Shuffle, Spin, Same, MmaF16, MmaTf32, MmaS8, MmaF64, MmaF8, Wgmma, kKinds
};
const char *const kNames[] = {"copy", "read", "readPast", "write", "copyOwn", "readOwn", "chase", "atomics", "fp32",
                              "fp64", "int32", "special", "shared", "sharedTwice", "tensor", "asyncRead", "bulkRead",
                              "barrier", "shuffle", "spin", "atomicsSame", "mmaF16", "mmaTf32", "mmaS8", "mmaF64", "mmaF8",
                              "wgmma"};

/** Where the blocks of a probe may run, and what it works on. */
struct Work {
    float *from, *to;
    /** Elements of the footprint: of all blocks, or of each for those that have their own. */
    unsigned count, pitch;
    int firstSm, sms, blocksPerSm;
    long long warm, counted, tail;
    /** Steps of each warp, where they are wanted. */
    unsigned *perWarp;
};

/** What all kernels of a run share: when the first block came to each SM, by the SM's own clock. */
struct Origins {
    unsigned long long clocks[kMostSms];
};

struct Told {
    unsigned long long steps, cycles, warps;
    unsigned long long firstStart, lastStart, firstEnd, mhzCycles, mhzNanoseconds;
    unsigned claimed[kMostSms];
};

__device__ __forceinline__ unsigned long long nanoseconds()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}

__device__ __forceinline__ int smOfBlock()
{
    int sm;
    asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
    return sm;
}

struct Counter {
    /** The window by the SM's clock: steps between the first two looks at it that are in it count. */
    long long begins, ends, over, from, cycles;
    unsigned calls, steps;
    int phase;

    /** False when the time is over; the clock is looked at every so many calls. */
    __device__ __forceinline__ bool step()
    {
        if (++calls % kBetween != 0) return true;
        const long long now = clock64();
        if (now < (phase == 0 ? begins : phase == 1 ? ends : over)) return true;
        if (phase == 0) {
            from = now;
            steps = calls;
            phase = 1;
            // A warp that was never asked until the window was over made no step in it.
            if (now >= ends) {
                cycles = ends - begins;
                steps = 0;
                phase = 2;
            }
        } else if (phase == 1) {
            cycles = now - from;
            steps = calls - steps;
            phase = 2;
        } else {
            return false;
        }
        return true;
    }
};

template <int kKind>
__global__ void __launch_bounds__(1024) probe(Work work, Told *told, Origins *origins)
{
    extern __shared__ __align__(128) int shared[];
    __shared__ int claim;
    __shared__ long long origin;
    __shared__ __align__(8) unsigned long long arrived[4];
    const int sm = smOfBlock();
    const unsigned long long begun = nanoseconds();
    if (threadIdx.x == 0) {
        claim = -1;
        if (sm >= work.firstSm && sm < work.firstSm + work.sms) {
            const int place = int(atomicAdd(&told->claimed[sm], 1u));
            if (place < work.blocksPerSm) claim = place;
            else atomicSub(&told->claimed[sm], 1u);
        }
        if (claim >= 0) {
            const unsigned long long now = static_cast<unsigned long long>(clock64());
            origin = static_cast<long long>(min(atomicMin(&origins->clocks[sm], now), now));
            atomicMin(&told->firstStart, begun);
            atomicMax(&told->lastStart, begun);
        }
    }
    __syncthreads();
    if (claim < 0) return;
    const unsigned block = unsigned(claim * work.sms + sm - work.firstSm);
    const unsigned thread = block * blockDim.x + threadIdx.x;
    const unsigned stride = unsigned(work.sms * work.blocksPerSm) * blockDim.x;
    const float *from = work.from;
    float *to = work.to;
    float sum = 0;
    const long long clockAt = clock64();
    const long long begins = origin + work.warm, ends = begins + work.counted;
    Counter counter{begins, ends, ends + work.tail, 0, 0, 0, 0, 0};

    if constexpr (kKind == Copy || kKind == Read || kKind == ReadPast || kKind == Write || kKind == Atomics) {
        for (bool on = true; on;)
            for (unsigned i = thread; i < work.count && on; i += 4 * stride) {
                if constexpr (kKind == Copy) copyFour(from, to, i, stride);
                if constexpr (kKind == Read) sum += readFour(from, i, stride);
                if constexpr (kKind == ReadPast)
                    sum += __ldcg(from + i) + __ldcg(from + i + stride) + __ldcg(from + i + 2 * stride) +
                           __ldcg(from + i + 3 * stride);
                if constexpr (kKind == Write) writeFour(to, i, stride, 1.0f);
                if constexpr (kKind == Atomics) atomicFour(reinterpret_cast<int *>(to), i, stride);
                on = counter.step();
            }
    } else if constexpr (kKind == CopyOwn || kKind == ReadOwn) {
        const unsigned first = block * work.pitch, last = first + work.count;
        for (bool on = true; on;)
            for (unsigned i = first + threadIdx.x; i < last && on; i += 4 * blockDim.x) {
                if constexpr (kKind == CopyOwn) copyFour(from, to, i, blockDim.x);
                if constexpr (kKind == ReadOwn) sum += readFour(from, i, blockDim.x);
                on = counter.step();
            }
    } else if constexpr (kKind == Chase) {
        const unsigned *next = reinterpret_cast<const unsigned *>(from);
        // Warps begin at places of their own.
        unsigned at = (thread / 32 * 32 * 97) % work.count;
        do {
            at = next[at];
            at = next[at];
            at = next[at];
            at = next[at];
        } while (counter.step());
        sum = __uint_as_float(at);
    } else if constexpr (kKind == Fp32 || kKind == Special) {
        float chain[4] = {from[0], from[1], from[2], from[3]};
        const float x = from[4], y = from[5];
        do {
            if constexpr (kKind == Fp32) fp32Step(chain, x, y);
            else specialStep(chain);
        } while (counter.step());
        sum = chain[0] + chain[1] + chain[2] + chain[3];
    } else if constexpr (kKind == Fp64) {
        double chain[4] = {from[0], from[1], from[2], from[3]};
        const double x = from[4], y = from[5];
        do fp64Step(chain, x, y);
        while (counter.step());
        sum = float(chain[0] + chain[1] + chain[2] + chain[3]);
    } else if constexpr (kKind == Int32) {
        int chain[4] = {int(from[0]), int(from[1]), int(from[2]), int(from[3])};
        const int x = int(from[4]) + 3, y = int(from[5]);
        do int32Step(chain, x, y);
        while (counter.step());
        sum = __int_as_float(chain[0] + chain[1] + chain[2] + chain[3]);
    } else if constexpr (kKind == SharedRead || kKind == SharedTwice) {
        const int place = int(threadIdx.x) * (kKind == SharedTwice ? 2 : 1);
        int total = 0;
        do total += sharedStep(shared, place);
        while (counter.step());
        sum = __int_as_float(total);
    } else if constexpr (kKind == Tensor) {
        TileA a;
        TileB b;
        TileSum sums[4];
        nvcuda::wmma::fill_fragment(a, __float2half(from[0]));
        nvcuda::wmma::fill_fragment(b, __float2half(from[1]));
        // Sums that were alike would be one.
        for (int i = 0; i < 4; ++i) nvcuda::wmma::fill_fragment(sums[i], from[2 + i] + float(i));
        do tensorStep(a, b, sums);
        while (counter.step());
        for (auto &one : sums) sum += one.x[0];
    } else if constexpr (kKind == AsyncRead) {
        // Each thread brings 16 bytes at a time into its own place, four stages under way.
        const unsigned place = unsigned(__cvta_generic_to_shared(shared)) + threadIdx.x * 16;
        unsigned i = thread, stage = 0;
        const unsigned quads = work.count / 4;
        do {
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n cp.async.commit_group;" ::"r"(
                             place + stage * blockDim.x * 16),
                         "l"(from + size_t(i) * 4)
                         : "memory");
            asm volatile("cp.async.wait_group 3;" ::: "memory");
            stage = (stage + 1) % 4;
            i += stride;
            if (i >= quads) i -= quads;
        } while (counter.step());
        asm volatile("cp.async.wait_all;" ::: "memory");
    } else if constexpr (kKind == BulkRead) {
#if __CUDA_ARCH__ >= 900
        // One thread of a block brings 8 KiB at a time, four of them under way.
        constexpr unsigned kBytes = 8192;
        if (threadIdx.x == 0) {
            const unsigned data = unsigned(__cvta_generic_to_shared(shared));
            const unsigned barriers = unsigned(__cvta_generic_to_shared(arrived));
            for (int s = 0; s < 4; ++s) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barriers + 8 * s));
            asm volatile("fence.proxy.async;" ::: "memory");
            const unsigned chunks = work.count / (kBytes / 4), every = unsigned(work.sms * work.blocksPerSm);
            unsigned chunk = block, stage = 0, round = 0;
            const auto bring = [&](unsigned s) {
                asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barriers + 8 * s), "r"(kBytes)
                             : "memory");
                asm volatile(
                    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                        data + s * kBytes),
                    "l"(from + size_t(chunk) * (kBytes / 4)), "r"(kBytes), "r"(barriers + 8 * s)
                    : "memory");
                chunk += every;
                if (chunk >= chunks) chunk -= chunks;
            };
            const auto await = [&](unsigned s, unsigned parity) {
                unsigned done = 0;
                while (!done)
                    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                                 : "=r"(done)
                                 : "r"(barriers + 8 * s), "r"(parity)
                                 : "memory");
            };
            for (unsigned s = 0; s < 4; ++s) bring(s);
            do {
                await(stage, round & 1);
                bring(stage);
                if (++stage == 4) {
                    stage = 0;
                    ++round;
                }
            } while (counter.step());
            for (int s = 0; s < 4; ++s) {
                await(stage, round & 1);
                if (++stage == 4) {
                    stage = 0;
                    ++round;
                }
            }
        }
#endif
    } else if constexpr (kKind == Barrier) {
        // All warps of a block end together: the time of the first one decides.
        __shared__ volatile int on;
        if (threadIdx.x == 0) on = 1;
        __syncthreads();
        while (on) {
            for (int i = 0; i < 4; ++i) __syncthreads();
            const bool goesOn = counter.step();
            if (threadIdx.x == 0 && !goesOn) on = 0;
            if (counter.calls % kBetween == 0) __syncthreads();
        }
    } else if constexpr (kKind == Shuffle) {
        int value = int(threadIdx.x);
        do {
            for (int i = 0; i < 4; ++i) value = __shfl_xor_sync(0xffffffffu, value, 1 + i) + 1;
        } while (counter.step());
        sum = __int_as_float(value);
    } else if constexpr (kKind == Same) {
        do sameFour(reinterpret_cast<int *>(to), thread, work.count - 1);
        while (counter.step());
    } else if constexpr (kKind >= MmaF16 && kKind <= MmaF8) {
        Multiplier<kKind - MmaF16> multiplier(from);
        do multiplier.step();
        while (counter.step());
        sum = multiplier.sum();
    } else if constexpr (kKind == Wgmma) {
        // The warps of a group go on together.
        GroupMultiplier multiplier(shared);
        for (bool on = true; on;) {
            multiplier.step();
            on = counter.step();
            if (counter.calls % kBetween == 0) on = __syncthreads_or(on);
        }
        sum = multiplier.sum();
    } else {
        while (counter.step()) {
        }
    }

    if (sum == 1.234567f) to[thread] = sum;
    if (threadIdx.x % 32 == 0 && work.perWarp != nullptr) work.perWarp[thread / 32] = counter.steps;
    if (threadIdx.x % 32 == 0 && counter.cycles > 0) {
        atomicAdd(&told->steps, static_cast<unsigned long long>(counter.steps));
        atomicAdd(&told->cycles, static_cast<unsigned long long>(counter.cycles));
        atomicAdd(&told->warps, 1ull);
    }
    if (threadIdx.x == 0) {
        const unsigned long long end = nanoseconds();
        atomicMin(&told->firstEnd, end);
        if (block == 0) {
            told->mhzCycles = static_cast<unsigned long long>(clock64() - clockAt);
            told->mhzNanoseconds = end - begun;
        }
    }
}

using Kernel = void (*)(Work, Told *, Origins *);
template <int... kAll>
std::vector<Kernel> kernelsOf(std::integer_sequence<int, kAll...>)
{
    return {probe<kAll>...};
}
const std::vector<Kernel> kKernels = kernelsOf(std::make_integer_sequence<int, kKinds>());

/** One kernel of a run. */
struct Part {
    Kind kind;
    int threads = 256, blocksPerSm = 1;
    /** KiB of the footprint: of all, or of each block where it is its own. */
    int kib = 1 << 20;
    int firstSm = 0, sms = 0;
    /** Bytes of shared memory that a block asks for besides, and the carve-out that the kernel prefers in percent. */
    int sharedBytes = 0, carveOut = -1;
};

struct Card {
    int sms;
    float *memory[kMostTogether][2];
    /** Chains of loads by their KiB. */
    std::map<int, unsigned *> chains[kMostTogether];
    Told *told, host[kMostTogether];
    Origins *origins;
    /** Steps of warps of each part, where `together` is to keep them. */
    unsigned *perWarp[kMostTogether];
    bool keepsWarps;
    cudaStream_t streams[kMostTogether];
};

Card card;
constexpr size_t kBytes = size_t{1} << 30;

/** One cycle through all lines of a footprint, in a drawn order. */
void makeChain(unsigned *onDevice, size_t bytes, unsigned seed)
{
    const unsigned lines = unsigned(bytes / 128);
    std::vector<unsigned> order(lines), next(size_t(lines) * 32, 0);
    std::iota(order.begin(), order.end(), 0u);
    std::mt19937 random(seed);
    for (unsigned i = lines - 1; i > 0; --i) std::swap(order[i], order[random() % i]);
    for (unsigned i = 0; i < lines; ++i) next[size_t(i) * 32] = order[i] * 32;
    CHECK(cudaMemcpy(onDevice, next.data(), next.size() * 4, cudaMemcpyHostToDevice));
}

unsigned *chainOf(int kib, int place)
{
    unsigned *&chain = card.chains[place][kib];
    if (chain == nullptr) {
        CHECK(cudaMalloc(&chain, size_t(kib) * 1024));
        makeChain(chain, size_t(kib) * 1024, unsigned(place + 7));
    }
    return chain;
}

bool isOwn(Kind kind) { return kind == CopyOwn || kind == ReadOwn; }

int sharedOf(const Part &part)
{
    if (part.kind == AsyncRead) return part.threads * 64;
    if (part.kind == BulkRead) return 4 * 8192;
    if (part.kind == SharedRead || part.kind == SharedTwice) return 8192;
    if (part.kind == Wgmma) return 48 << 10;
    return 0;
}

Work workOf(const Part &part, int place)
{
    Work work{};
    const int sms = part.sms > 0 ? part.sms : card.sms;
    work.from = card.memory[place][0];
    work.to = card.memory[place][1];
    work.firstSm = part.firstSm;
    work.sms = sms;
    work.blocksPerSm = part.blocksPerSm;
    work.warm = kWarm;
    work.counted = kCounted;
    work.tail = kTail;
    work.perWarp = card.keepsWarps ? card.perWarp[place] : nullptr;
    const size_t wanted = size_t(part.kib) * 256;
    const size_t unit = size_t(4) * part.threads * (isOwn(part.kind) ? 1 : sms * part.blocksPerSm);
    work.count = unsigned(std::max<size_t>(1, wanted / unit) * unit);
    if (part.kind == AsyncRead) work.count = unsigned(std::max(wanted / unit, size_t(1)) * unit);
    if (part.kind == BulkRead) work.count = unsigned(std::max<size_t>(wanted / 2048, size_t(sms * part.blocksPerSm)) * 2048);
    work.pitch = work.count;
    if (part.kind == Chase) {
        work.count = unsigned(wanted);
        work.from = reinterpret_cast<float *>(chainOf(part.kib, place));
    }
    return work;
}

void launch(const Part &part, const Work &work, int place)
{
    const Kernel kernel = kKernels[part.kind];
    const int bytes = sharedOf(part) + part.sharedBytes;
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, part.carveOut));
    const int blocks = card.sms * part.blocksPerSm * (work.sms < card.sms ? 3 : 1);
    kernel<<<blocks, part.threads, bytes, card.streams[place]>>>(work, card.told + place, card.origins);
    CHECK(cudaGetLastError());
}

/** Runs parts together and prints their paces. `gap` in µs lies between the launches. */
void together(const char *label, const std::vector<Part> &parts, int gap = 0)
{
    std::vector<Work> work;
    for (size_t i = 0; i < parts.size(); ++i) work.push_back(workOf(parts[i], int(i)));
    for (auto &one : card.host) {
        std::memset(&one, 0, sizeof(one));
        one.firstStart = one.firstEnd = ~0ull;
    }
    CHECK(cudaMemcpy(card.told, card.host, sizeof(card.host), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(card.origins, 0xff, sizeof(Origins)));
    for (size_t i = 0; i < parts.size(); ++i) {
        if (i > 0 && gap > 0) {
            const auto from = std::chrono::steady_clock::now();
            while (std::chrono::steady_clock::now() - from < std::chrono::microseconds(gap)) {
            }
        }
        launch(parts[i], work[i], int(i));
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(card.host, card.told, sizeof(card.host), cudaMemcpyDeviceToHost));
    const Told &a = card.host[0];
    std::printf("%s mhz=%.0f", label, a.mhzNanoseconds ? 1e3 * double(a.mhzCycles) / double(a.mhzNanoseconds) : 0.0);
    for (size_t i = 0; i < parts.size(); ++i) {
        const Told &t = card.host[i];
        const Part &p = parts[i];
        const double pace = t.cycles ? double(t.steps) * double(t.warps) / double(t.cycles) : 0;
        std::printf(" | %s kib=%d threads=%d blocks=%d sms=%d+%d warps=%llu pace=%.5f", kNames[p.kind],
                    p.kind >= Fp32 && p.kind != AsyncRead && p.kind != BulkRead && p.kind != Same ? 0
                    : isOwn(p.kind)                                             ? int(work[i].count / 256)
                                                                                : p.kib,
                    p.threads, p.blocksPerSm, work[i].firstSm, work[i].sms, t.warps, pace);
        if (p.sharedBytes > 0 || p.carveOut >= 0) std::printf(" shared=%d carve=%d", p.sharedBytes, p.carveOut);
        if (i > 0)
            std::printf(" late=%.1f..%.1f end=%.1f", (double(t.firstStart) - double(a.firstStart)) / 1e3,
                        (double(t.lastStart) - double(a.firstStart)) / 1e3,
                        (double(a.firstEnd) - double(a.firstStart)) / 1e3);
    }
    std::printf("\n");
}

#include "plans.cuh"

}  // namespace

int main(int argc, char **argv)
{
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    int driver = 0;
    CHECK(cudaDriverGetVersion(&driver));
    card.sms = properties.multiProcessorCount;
    std::printf("corun-probes 1\nname = %s\nsms = %d\nl2_kib = %d\ndriver = %d\n", properties.name, card.sms,
                properties.l2CacheSize / 1024, driver);
    for (int i = 0; i < kMostTogether; ++i) {
        for (auto &memory : card.memory[i]) {
            CHECK(cudaMalloc(&memory, kBytes));
            CHECK(cudaMemset(memory, 0, kBytes));
        }
        CHECK(cudaMalloc(&card.perWarp[i], kMostSms * 64 * sizeof(unsigned)));
        CHECK(cudaStreamCreateWithFlags(&card.streams[i], cudaStreamNonBlocking));
    }
    CHECK(cudaMalloc(&card.told, sizeof(card.host)));
    CHECK(cudaMalloc(&card.origins, sizeof(Origins)));
    // Kernels are loaded when they are first asked for, which waits for what runs.
    for (const auto kernel : kKernels) {
        cudaFuncAttributes attributes;
        CHECK(cudaFuncGetAttributes(&attributes, kernel));
    }
    for (const Plan &plan : kPlans) {
        bool asked = argc < 2;
        for (int i = 1; i < argc; ++i) asked |= std::strcmp(argv[i], plan.name) == 0;
        if (!asked) continue;
        const auto from = std::chrono::steady_clock::now();
        plan.run();
        std::printf("plan %s took %.2f s\n", plan.name,
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count());
        std::fflush(stdout);
    }
    std::printf("end\n");
    return 0;
}
