// Streams by their block: how long a launch takes, and when warps of its blocks begin and end on one SM. Each kernel as
// programs have it, a thread an element, and going round with as many blocks as fit at a time, where no block follows
// another.
//
//   nvcc -O3 -std=c++17 -arch=native streams.cu -o streams && ./streams
//
//   stream NAME block=THREADS loops=L cold=US warm=US      medians of events around a launch, on caches full of other lines
//                                                          that need not be written, and behind another launch of the same
//   b NAME block=THREADS BLOCK FROM LATE ENDS LAST         of a block on SM 0: cycles from the launch's first one to the begin
//                                                          of its first warp, from there to that of the last one, and to the
//                                                          ends of the first and of the last warp
#include <algorithm>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "card.cuh"
#include "gate.cuh"
#include "sm.cuh"

namespace {

constexpr int kElements = 1 << 23, kRounds = 15;
enum Kind { Touch, Copy, Add, Read, kKinds };
const char *const kNames[] = {"touch", "copy", "add", "read"};

struct Warp {
    unsigned from, to;
};

template <int kKind>
__device__ __forceinline__ void element(const int *a, const int *b, int *to, int i)
{
    if constexpr (kKind == Touch) to[i] = to[i] * 3 + 1;
    if constexpr (kKind == Copy) to[i] = a[i];
    if constexpr (kKind == Add) to[i] = a[i] + b[i];
    if constexpr (kKind == Read)
        if (a[i] == -1) to[0] = i;
}

template <int kKind, bool kLoops, bool kTells>
__global__ void __launch_bounds__(1024) stream(const int *a, const int *b, int *to, int count, Warp *told)
{
    const unsigned from = kTells ? now() : 0;
    const int first = blockIdx.x * blockDim.x + threadIdx.x;
    if constexpr (kLoops)
        for (int i = first; i < count; i += gridDim.x * blockDim.x) element<kKind>(a, b, to, i);
    else if (first < count)
        element<kKind>(a, b, to, first);
    if constexpr (kTells) {
        const unsigned until = now();
        if (smOfBlock() == 0 && threadIdx.x % 32 == 0) told[first / 32] = {from, until};
    }
}

int sms;
int *data[3];
int4 *others;
int *sink;
Warp *told;

double microseconds(const std::function<void()> &launch, bool cold)
{
    static cudaEvent_t from = nullptr, to = nullptr;
    if (from == nullptr) {
        CHECK(cudaEventCreate(&from));
        CHECK(cudaEventCreate(&to));
    }
    if (cold) flush<<<1024, 256>>>(others, sink, kFlushed / sizeof(int4));
    else launch();
    gate<<<1, 1>>>();
    CHECK(cudaEventRecord(from));
    launch();
    CHECK(cudaEventRecord(to));
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    float ms;
    CHECK(cudaEventElapsedTime(&ms, from, to));
    return 1000 * ms;
}

struct Run {
    int kind, threads;
    bool loops;
    std::function<void()> launch;
    std::vector<double> cold, warm;
};

template <int kKind, bool kLoops>
void add(std::vector<Run> &runs)
{
    for (const int threads : {64, 128, 256, 512, 768, 1024}) {
        const int blocks = kLoops ? sms * std::min(32, 2048 / threads) : (kElements + threads - 1) / threads;
        runs.push_back({kKind, threads, kLoops,
                        [=] { stream<kKind, kLoops, false><<<blocks, threads>>>(data[0], data[1], data[2], kElements, told); },
                        {}, {}});
    }
}

template <int kKind>
void tellBlocks()
{
    for (const int threads : {256, 512, 1024}) {
        const int blocks = kElements / threads, warps = threads / 32;
        std::vector<Warp> host(kElements / 32);
        for (int round = 0; round < 2; ++round) {
            CHECK(cudaMemset(told, 0, host.size() * sizeof(Warp)));
            flush<<<1024, 256>>>(others, sink, kFlushed / sizeof(int4));
            stream<kKind, false, true><<<blocks, threads>>>(data[0], data[1], data[2], kElements, told);
            CHECK(cudaGetLastError());
            CHECK(cudaMemcpy(host.data(), told, host.size() * sizeof(Warp), cudaMemcpyDeviceToHost));
        }
        unsigned origin = 0;
        for (int block = 0; block < blocks; ++block) {
            const Warp *of = &host[size_t(block) * warps];
            if (of->to == 0) continue;
            if (origin == 0) origin = of->from;
            unsigned begin = of->from, late = of->from, ends = of->to, last = of->to;
            for (int w = 1; w < warps; ++w) {
                if (int(of[w].from - begin) < 0) begin = of[w].from;
                if (int(of[w].from - late) > 0) late = of[w].from;
                if (int(of[w].to - ends) < 0) ends = of[w].to;
                if (int(of[w].to - last) > 0) last = of[w].to;
            }
            std::printf("b %s block=%d %d %d %d %d %d\n", kNames[kKind], threads, block, int(begin - origin), int(late - begin),
                        int(ends - begin), int(last - begin));
        }
    }
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

}  // namespace

int main()
{
    sms = tellCard();
    std::mt19937 random(18);
    std::vector<int> drawn(kElements);
    for (auto &one : drawn) one = int(random() >> 2);
    for (auto &one : data) {
        CHECK(cudaMalloc(&one, size_t(kElements) * 4));
        CHECK(cudaMemcpy(one, drawn.data(), size_t(kElements) * 4, cudaMemcpyHostToDevice));
    }
    CHECK(cudaMalloc(&others, kFlushed));
    for (size_t at = 0; at < kFlushed; at += size_t(kElements) * 4)
        CHECK(cudaMemcpy(reinterpret_cast<char *>(others) + at, data[0], size_t(kElements) * 4, cudaMemcpyDeviceToDevice));
    CHECK(cudaMalloc(&sink, 4));
    CHECK(cudaMalloc(&told, size_t(kElements) / 32 * sizeof(Warp)));
    std::vector<Run> runs;
    add<Touch, false>(runs), add<Copy, false>(runs), add<Add, false>(runs), add<Read, false>(runs);
    add<Touch, true>(runs), add<Copy, true>(runs), add<Add, true>(runs), add<Read, true>(runs);
    for (int round = 0; round <= kRounds; ++round) {
        std::shuffle(runs.begin(), runs.end(), random);
        for (Run &run : runs) {
            const double cold = microseconds(run.launch, true), warm = microseconds(run.launch, false);
            if (round == 0) continue;
            run.cold.push_back(cold);
            run.warm.push_back(warm);
        }
    }
    for (const Run &run : runs)
        std::printf("stream %s block=%d loops=%d cold=%.2f warm=%.2f\n", kNames[run.kind], run.threads, int(run.loops),
                    median(run.cold), median(run.warm));
    tellBlocks<Touch>();
    tellBlocks<Read>();
    std::printf("end\n");
    return EXIT_SUCCESS;
}
