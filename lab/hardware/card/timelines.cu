// When warps of a launch begin, get on and end: kernels of started.cu alone, one behind the other and at once, and plain
// loops with 1 to 8 blocks on an SM. What is wanted is the order in which an SM serves its warps.
//
//   nvcc -O3 -std=c++17 -arch=native timelines.cu -o timelines && ./timelines [seconds]
//
// Every warp of every sixteenth SM (and of SM 1, which shares a TPC with SM 0) writes once, at its end, when it began, when
// it had done each eighth of its loop (where the loop is one) and when it ended, by its SM's own clock. Printed:
//
//   run NAME round=R us=A,B          ends of both launches by events, from the moment when the first one may start
//   w L B W H SM FROM TO P...        launch, block, warp of the block, its place on the SM, SM, cycles since the first warp
//                                    of the run began on that SM, and cycles of progress, each since the one before
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include "card.cuh"
#include "gate.cuh"
#include "sm.cuh"

namespace {

constexpr int kPoints = 8, kMostRecords = 1 << 17;

struct Record {
    /** Of the warp its number in the block, its place on the SM and the SM, a byte each but for the first. */
    unsigned block, where;
    long long from, to;
    unsigned points[kPoints];
};

struct Trace {
    unsigned count;
    Record records[kMostRecords];
};

__device__ __forceinline__ unsigned placeOnSm()
{
    unsigned place;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(place));
    return place;
}

/** What a warp keeps of itself. */
struct Own {
    long long from;
    unsigned points[kPoints];

    __device__ __forceinline__ Own()
    {
        from = clock64();
        for (int i = 0; i < kPoints; ++i) points[i] = 0;
    }
    __device__ __forceinline__ void point(int i) { points[i] = unsigned(clock64() - from); }
    __device__ __forceinline__ void end(Trace *trace)
    {
        const long long to = clock64();
        const unsigned sm = smOfBlock();
        const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
        if ((sm % 16 != 0 && sm != 1) || thread % 32 != 0) return;
        const unsigned at = atomicAdd(&trace->count, 1u);
        if (at >= kMostRecords) return;
        Record &record = trace->records[at];
        record.block = blockIdx.y * gridDim.x + blockIdx.x;
        record.where = thread / 32 << 16 | placeOnSm() << 8 | sm;
        record.from = from;
        record.to = to;
        for (int i = 0; i < kPoints; ++i) record.points[i] = points[i];
    }
};

// Kernels of `corun measure`, with records.

__global__ void vectorAdd(const float *a, const float *b, float *sum, int count, Trace *trace)
{
    Own own;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) sum[i] = a[i] + b[i];
    own.end(trace);
}

template <bool kProgress>
__global__ void matrixMulNaive(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n,
                               Trace *trace)
{
    Own own;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float dot = 0.0f;
    if constexpr (kProgress) {
        const int part = n / kPoints;
#pragma unroll
        for (int p = 0; p < kPoints; ++p) {
            for (int k = p * part; k < (p + 1) * part; ++k) dot += a[row * n + k] * b[k * n + column];
            if (dot == 1.234567f) c[0] = dot;
            own.point(p);
        }
    } else {
        for (int k = 0; k < n; ++k) dot += a[row * n + k] * b[k * n + column];
    }
    c[row * n + column] = dot;
    own.end(trace);
}

constexpr int kTile = 16;

__global__ void __launch_bounds__(kTile *kTile)
    matrixMulTiled(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, Trace *trace)
{
    Own own;
    __shared__ float tileA[kTile][kTile];
    __shared__ float tileB[kTile][kTile];
    const int row = blockIdx.y * kTile + threadIdx.y;
    const int column = blockIdx.x * kTile + threadIdx.x;
    float dot = 0.0f;
    for (int first = 0; first < n; first += kTile) {
        tileA[threadIdx.y][threadIdx.x] = a[row * n + first + threadIdx.x];
        tileB[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kTile; ++k) dot += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = dot;
    own.end(trace);
}

__global__ void transposeStrided(const float *in, float *out, unsigned int n, Trace *trace)
{
    Own own;
    const unsigned int x = blockIdx.x * 32 + threadIdx.x;
    const unsigned int y = blockIdx.y * 32 + threadIdx.y;
    for (unsigned int j = 0; j < 32; j += 8) out[x * n + y + j] = in[(y + j) * n + x];
    own.end(trace);
}

template <bool kProgress>
__global__ void cachePressure(const int *next, int *last, int workingSet, int steps, int repetitions, Trace *trace)
{
    Own own;
    const int thread = blockIdx.x * 256 + threadIdx.x;
    int at = thread % workingSet;
    float value = float(thread);
    if constexpr (kProgress) {
        const int part = steps / kPoints;
#pragma unroll
        for (int p = 0; p < kPoints; ++p) {
            for (int s = 0; s < part; ++s) at = next[at];
            if (at < 0) last[0] = at;
            own.point(p);
        }
    } else {
        for (int s = 0; s < steps; ++s) {
            at = next[at];
            for (int r = 0; r < repetitions; ++r) value = value * 0.999f + 0.5f;
        }
    }
    last[thread] = at + (value < 0.0f);
    own.end(trace);
}

__device__ __forceinline__ float normalBelow(float d)
{
    const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    const float poly =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    const float tail = 0.39894228f * __expf(-0.5f * d * d) * poly;
    return d > 0.0f ? 1.0f - tail : tail;
}

__device__ __forceinline__ void price(float &call, float &put, float spot, float strike, float years, float rate,
                                      float volatility)
{
    const float rootYears = sqrtf(years);
    const float d1 = (__logf(spot / strike) + (rate + 0.5f * volatility * volatility) * years) / (volatility * rootYears);
    const float d2 = d1 - volatility * rootYears;
    const float below1 = normalBelow(d1), below2 = normalBelow(d2);
    const float discounted = strike * __expf(-rate * years);
    call = spot * below1 - discounted * below2;
    put = discounted * (1.0f - below2) - spot * (1.0f - below1);
}

__global__ void blackScholes(float2 *__restrict__ call, float2 *__restrict__ put, const float2 *__restrict__ spot,
                             const float2 *__restrict__ strike, const float2 *__restrict__ years, float rate,
                             float volatility, int pairs, Trace *trace)
{
    Own own;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    const float2 s = spot[i], k = strike[i], t = years[i];
    float2 c, p;
    price(c.x, p.x, s.x, k.x, t.x, rate, volatility);
    price(c.y, p.y, s.y, k.y, t.y, rate, volatility);
    call[i] = c;
    put[i] = p;
    own.end(trace);
}

// Plain loops: blocks of `threads` that each do the same; a warp's eighths are told.

enum Shape { Stream, Naive, InL1, InL2, Rows, Floats, Shared, Doubles, kShapes };
const char *const kShapeNames[] = {"stream", "naive", "l1", "l2", "rows", "fp32", "shared", "fp64"};
/** Turns of each shape's loop. */
const int kTurns[] = {64, 64, 128, 48, 8, 96, 96, 16};

template <int kShape>
__global__ void __launch_bounds__(256) plain(const float *__restrict__ from, float *to, int turns, unsigned mask, Trace *trace)
{
    __shared__ volatile float words[2048];
    if constexpr (kShape == Shared) {
        for (int i = threadIdx.x; i < 2048; i += 256) words[i] = from[i];
        __syncthreads();
    }
    Own own;
    const unsigned thread = blockIdx.x * 256 + threadIdx.x, threads = gridDim.x * 256;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;
    double large[4] = {from[0], from[1], from[2], from[3]};
    float chain[4] = {from[0], from[1], from[2], from[3]};
    const float x = from[4], y = from[5];
    unsigned at = 0;
#pragma unroll
    for (int p = 0; p < kPoints; ++p) {
        for (int t = 0; t < turns; ++t, ++at) {
#pragma unroll
            for (int u = 0; u < 4; ++u) {
                const unsigned i = at * 4 + u;
                if constexpr (kShape == Stream) sum += from[(i * threads + thread) & mask];
                if constexpr (kShape == Naive)
                    sum += from[((blockIdx.x % 64 * 8 + warp) * 512 + i) & mask] * from[(i * 512 + blockIdx.x / 64 * 32 + lane) & mask];
                // 16 KiB that all blocks of an SM read.
                if constexpr (kShape == InL1) sum += from[(i * 256 + threadIdx.x) & 4095];
                // 16 MiB.
                if constexpr (kShape == InL2) sum += __ldcg(from + ((i * threads + thread) & ((1 << 22) - 1)));
                // A line a lane, of 128 KiB.
                if constexpr (kShape == Rows) sum += from[(lane * 32 + i % 32 + (i / 32 + warp) * 1024) & 32767];
                if constexpr (kShape == Shared) sum += words[(threadIdx.x + i * 32) & 2047];
                if constexpr (kShape == Floats) {
#pragma unroll
                    for (int r = 0; r < 4; ++r)
#pragma unroll
                        for (int c = 0; c < 4; ++c) chain[c] = __fmaf_rn(chain[c], x, y);
                }
                if constexpr (kShape == Doubles) {
#pragma unroll
                    for (int c = 0; c < 4; ++c) large[c] = __fma_rn(large[c], double(x), double(y));
                }
            }
        }
        if (sum + chain[0] + chain[1] + chain[2] + chain[3] + float(large[0] + large[1] + large[2] + large[3]) == 1.234567f)
            to[thread] = sum;
        own.point(p);
    }
    own.end(trace);
}

using Launch = std::function<void(cudaStream_t, Trace *)>;

float *numbers(size_t count)
{
    std::vector<float> host(count);
    std::minstd_rand random(unsigned(count) + 1);
    for (auto &one : host) one = float(random() % 1000003) / 1000003;
    float *data;
    CHECK(cudaMalloc(&data, count * sizeof(float)));
    CHECK(cudaMemcpy(data, host.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    return data;
}

struct Bench {
    cudaStream_t first, second, before;
    cudaEvent_t start, ends[2];
    int4 *data;
    int *sink;
    Trace *traces[2];
    std::vector<Record> host;

    Bench()
    {
        for (auto stream : {&first, &second, &before}) CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
        for (auto event : {&start, &ends[0], &ends[1]}) CHECK(cudaEventCreate(event));
        data = reinterpret_cast<int4 *>(numbers(kFlushed / sizeof(float)));
        sink = reinterpret_cast<int *>(numbers(1));
        for (auto &trace : traces) CHECK(cudaMalloc(&trace, sizeof(Trace)));
    }

    void run(const char *name, const Launch &a, const Launch *b, bool together, int rounds, bool cold = true)
    {
        for (int round = 0; round < rounds; ++round) {
            for (auto *trace : traces) CHECK(cudaMemset(trace, 0, sizeof(unsigned)));
            CHECK(cudaDeviceSynchronize());
            if (cold) flush<<<1024, 256, 0, before>>>(data, sink, kFlushed / sizeof(int4));
            gate<<<1, 1, 0, before>>>();
            CHECK(cudaEventRecord(start, before));
            CHECK(cudaStreamWaitEvent(first, start));
            CHECK(cudaStreamWaitEvent(second, start));
            const cudaStream_t other = together ? second : first;
            a(first, traces[0]);
            CHECK(cudaEventRecord(ends[0], first));
            if (b) (*b)(other, traces[1]);
            CHECK(cudaEventRecord(ends[1], other));
            CHECK(cudaGetLastError());
            CHECK(cudaDeviceSynchronize());
            // The first round warms up.
            if (round == 0) continue;
            float ms[2];
            for (int at = 0; at < 2; ++at) CHECK(cudaEventElapsedTime(&ms[at], start, ends[at]));
            std::printf("run %s round=%d us=%.2f,%.2f\n", name, round, 1000 * ms[0], 1000 * ms[1]);
            tell(b != nullptr);
        }
        std::fflush(stdout);
    }

    void tell(bool two)
    {
        std::vector<std::pair<int, Record>> all;
        for (int launch = 0; launch < (two ? 2 : 1); ++launch) {
            unsigned count;
            CHECK(cudaMemcpy(&count, &traces[launch]->count, sizeof(count), cudaMemcpyDeviceToHost));
            count = std::min(count, unsigned(kMostRecords));
            host.resize(count);
            CHECK(cudaMemcpy(host.data(), traces[launch]->records, count * sizeof(Record), cudaMemcpyDeviceToHost));
            for (const Record &record : host) all.push_back({launch, record});
        }
        std::sort(all.begin(), all.end(), [](const auto &a, const auto &b) {
            const unsigned one = a.second.where & 0xff, other = b.second.where & 0xff;
            return one != other ? one < other : a.second.from < b.second.from;
        });
        unsigned sm = ~0u;
        long long origin = 0;
        for (const auto &[launch, record] : all) {
            const unsigned here = record.where & 0xff;
            if (here != sm) {
                sm = here;
                origin = record.from;
            }
            std::printf("w %d %u %u %u %u %lld %lld", launch, record.block, record.where >> 16, record.where >> 8 & 0xff, sm,
                        record.from - origin, record.to - origin);
            unsigned before = 0;
            for (int p = 0; p < kPoints && record.points[kPoints - 1] != 0; ++p) {
                std::printf(" %u", record.points[p] - before);
                before = record.points[p];
            }
            std::printf("\n");
        }
    }
};

constexpr int kElements = 4194304, kSide = 512, kTransposed = 2048, kSet = 393216, kSteps = 200, kWalkers = 960, kFew = 120,
              kPairs = 1048576;

template <bool kProgress>
Launch walk(int blocks)
{
    const int groups = kSet / 32;
    std::vector<int> order(groups), next(kSet);
    for (int g = 0; g < groups; ++g) order[g] = g;
    unsigned int state = 1;
    for (int g = groups - 1; g > 0; --g) {
        state = state * 1664525u + 1013904223u;
        std::swap(order[g], order[state % unsigned(g + 1)]);
    }
    for (int g = 0; g < groups; ++g)
        for (int lane = 0; lane < 32; ++lane) next[order[g] * 32 + lane] = order[(g + 1) % groups] * 32 + lane;
    int *chain = reinterpret_cast<int *>(numbers(kSet)), *last = reinterpret_cast<int *>(numbers(kWalkers * 256));
    CHECK(cudaMemcpy(chain, next.data(), sizeof(int) * kSet, cudaMemcpyHostToDevice));
    return [=](cudaStream_t s, Trace *trace) { cachePressure<kProgress><<<blocks, 256, 0, s>>>(chain, last, kSet, kSteps, 0, trace); };
}

template <bool kProgress>
Launch naive()
{
    float *a = numbers(kSide * kSide), *b = numbers(kSide * kSide), *c = numbers(kSide * kSide);
    return [=](cudaStream_t s, Trace *trace) {
        matrixMulNaive<kProgress><<<dim3(kSide / 32, kSide / 8), dim3(32, 8), 0, s>>>(a, b, c, kSide, trace);
    };
}

Launch tiled(int n)
{
    float *a = numbers(n * n), *b = numbers(n * n), *c = numbers(n * n);
    return [=](cudaStream_t s, Trace *trace) {
        matrixMulTiled<<<dim3(n / 16, n / 16), dim3(16, 16), 0, s>>>(a, b, c, n, trace);
    };
}

Launch add(int count)
{
    float *a = numbers(count), *b = numbers(count), *c = numbers(count);
    return [=](cudaStream_t s, Trace *trace) { vectorAdd<<<count / 256, 256, 0, s>>>(a, b, c, count, trace); };
}

Launch turned(int n)
{
    float *in = numbers(size_t(n) * n), *out = numbers(size_t(n) * n);
    return [=](cudaStream_t s, Trace *trace) {
        transposeStrided<<<dim3(n / 32, n / 32), dim3(32, 8), 0, s>>>(in, out, n, trace);
    };
}

Launch prices(int pairs)
{
    float2 *data[5];
    for (auto &one : data) one = reinterpret_cast<float2 *>(numbers(size_t(pairs) * 2));
    float2 *call = data[0], *put = data[1], *spot = data[2], *strike = data[3], *years = data[4];
    return [=](cudaStream_t s, Trace *trace) {
        blackScholes<<<pairs / 128, 128, 0, s>>>(call, put, spot, strike, years, 0.02f, 0.3f, pairs, trace);
    };
}

template <int kShape>
Launch shape(const float *from, float *to, unsigned mask, int blocks)
{
    return [=](cudaStream_t s, Trace *trace) { plain<kShape><<<blocks, 256, 0, s>>>(from, to, kTurns[kShape], mask, trace); };
}

template <int... kAll>
std::vector<std::function<Launch(int)>> shapesOf(std::integer_sequence<int, kAll...>, const float *from, float *to, unsigned mask)
{
    return {[=](int blocks) { return shape<kAll>(from, to, mask, blocks); }...};
}

}  // namespace

int main(int argc, char **argv)
{
    const auto begun = std::chrono::steady_clock::now();
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1e9;
    const auto isOver = [&](double share) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() > share * seconds;
    };
    const int sms = tellCard();
    Bench bench;

    struct Named {
        const char *name;
        Launch launch[2];
    };
    std::vector<Named> kernels = {
        {"matrixMulNaive", {naive<false>(), naive<false>()}},
        {"cachePressure", {walk<false>(kWalkers), walk<false>(kWalkers)}},
        {"cachePressure-small", {walk<false>(kFew), walk<false>(kFew)}},
        {"matrixMulTiled", {tiled(kSide), tiled(kSide)}},
        {"matrixMulTiled-small", {tiled(kSide / 2), tiled(kSide / 2)}},
        {"blackScholes", {prices(kPairs), prices(kPairs)}},
        {"transposeStrided-small", {turned(kTransposed / 4), turned(kTransposed / 4)}},
        {"vectorAdd-small", {add(kElements / 8), add(kElements / 8)}},
        {"blackScholes-small", {prices(kPairs / 8), prices(kPairs / 8)}},
        {"vectorAdd", {add(kElements), add(kElements)}},
        {"transposeStrided", {turned(kTransposed), turned(kTransposed)}},
        {"naive-progress", {naive<true>(), naive<true>()}},
        {"cachePressure-progress", {walk<true>(kWalkers), walk<true>(kWalkers)}},
        {"cachePressure-small-progress", {walk<true>(kFew), walk<true>(kFew)}},
    };
    const auto of = [&](const std::string &name) -> Named & {
        for (auto &kernel : kernels)
            if (name == kernel.name) return kernel;
        std::printf("failed: no %s\n", name.c_str());
        std::exit(EXIT_FAILURE);
    };
    for (auto &kernel : kernels) bench.run(kernel.name, kernel.launch[0], nullptr, false, 3);

    const char *const pairs[][2] = {
        {"matrixMulNaive", "cachePressure-small"}, {"cachePressure-small", "matrixMulNaive"},
        {"matrixMulNaive", "matrixMulNaive"}, {"cachePressure", "cachePressure"},
        {"naive-progress", "cachePressure-small-progress"}, {"cachePressure-small-progress", "naive-progress"},
        {"cachePressure", "matrixMulNaive"}, {"matrixMulNaive", "cachePressure"},
        {"cachePressure", "vectorAdd"}, {"vectorAdd", "cachePressure"},
        {"matrixMulTiled-small", "matrixMulTiled-small"}, {"vectorAdd-small", "vectorAdd-small"},
        {"blackScholes-small", "vectorAdd-small"}, {"vectorAdd-small", "blackScholes-small"},
        {"cachePressure", "blackScholes"}, {"matrixMulTiled", "matrixMulNaive"},
        {"matrixMulNaive", "matrixMulTiled"}, {"matrixMulTiled", "cachePressure"},
        {"cachePressure", "transposeStrided"}, {"naive-progress", "cachePressure-progress"},
    };
    for (const auto &[one, other] : pairs) {
        if (isOver(0.6)) break;
        const std::string name = std::string(one) + "+" + other;
        bench.run(name.c_str(), of(one).launch[0], &of(other).launch[1], true, 3);
    }

    constexpr unsigned kWords = 1u << 28;
    float *from = numbers(1u << 26), *many, *to = numbers(1 << 20);
    CHECK(cudaMalloc(&many, size_t(kWords) * 4));
    for (int part = 0; part < 4; ++part)
        CHECK(cudaMemcpy(many + (size_t(part) << 26), from, size_t(4) << 26, cudaMemcpyDeviceToDevice));
    const auto shapes = shapesOf(std::make_integer_sequence<int, kShapes>(), many, to, kWords - 1);
    for (int blocks : {1, 2, 4, 8})
        for (int s = 0; s < kShapes; ++s) {
            if (isOver(0.95)) break;
            const std::string name = std::string("plain-") + kShapeNames[s] + "-" + std::to_string(blocks);
            bench.run(name.c_str(), shapes[s](sms * blocks), nullptr, false, 3, s == Stream);
        }
    std::printf("end\n");
    return EXIT_SUCCESS;
}
