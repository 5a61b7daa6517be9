// What yielding costs on a card, and how soon a kernel that waits gets the SMs.
//   cp kernels.cu yielding.cu
//   for k in spinFor addOne; do corun yield yielding.cu --kernel $k | patch -p0 yielding.cu; done
//   nvcc -O3 -std=c++17 -arch=native onCard.cu -o onCard && ./onCard
#include "yielding.cu"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                             \
    do {                                                                        \
        const cudaError_t status = (call);                                      \
        if (status != cudaSuccess) {                                            \
            std::printf("failed in %d: %s\n", __LINE__, cudaGetErrorString(status)); \
            std::exit(1);                                                       \
        }                                                                       \
    } while (0)

using Clock = std::chrono::steady_clock;

static double microsecondsSince(Clock::time_point from)
{
    return std::chrono::duration<double, std::micro>(Clock::now() - from).count();
}

/** Reads one word of mapped memory again and again, as published yielding kernels do. */
__global__ void readMapped(volatile unsigned long long *word, int times, long long *cycles)
{
    long long total = 0;
    unsigned long long sum = 0;
    for (int i = 0; i < times; ++i) {
        const long long start = clock64();
        sum += *word;
        if (sum == 12345)
            return;
        total += clock64() - start;
    }
    cycles[blockIdx.x] = total;
}

/** Says that it has started, and stays for 50 µs. */
__global__ void stamp(volatile int *started)
{
    if (threadIdx.x == 0) {
        started[blockIdx.x] = 1;
        __threadfence_system();
    }
    const long long start = clock64();
    while (clock64() - start < 100000) {
    }
}

constexpr int kThreads = 256, kWaves = 40, kBytes = 256 << 20;
static int sms;
static cudaStream_t own, other;
static float *in, *out;

template <typename Launch>
static double fastest(Launch launch)
{
    cudaEvent_t from, to;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    float best = 1e30f;
    for (int run = 0; run < 6; ++run) {
        CHECK(cudaEventRecord(from, own));
        launch();
        CHECK(cudaEventRecord(to, own));
        CHECK(cudaStreamSynchronize(own));
        float ms = 0;
        CHECK(cudaEventElapsedTime(&ms, from, to));
        if (run > 0)
            best = std::min(best, ms);
    }
    CHECK(cudaDeviceSynchronize());
    return best * 1e3;
}

static void measureMappedReads()
{
    constexpr int kTimes = 200;
    unsigned long long *word, *mapped;
    long long *cycles;
    CHECK(cudaHostAlloc(&word, 64, cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&mapped, word, 0));
    CHECK(cudaMalloc(&cycles, 1 << 16));
    *word = 0;
    for (const int blocks : {1, sms, sms * 8}) {
        readMapped<<<blocks, 1>>>(mapped, kTimes, cycles);
        std::vector<long long> host(blocks);
        CHECK(cudaMemcpy(host.data(), cycles, sizeof(long long) * blocks, cudaMemcpyDeviceToHost));
        double mean = 0;
        for (const long long one : host)
            mean += double(one) / kTimes / blocks;
        std::printf("a read of mapped memory by %d blocks at once: %.0f cycles\n", blocks, mean);
    }
}

static void measureTasks()
{
    for (const int cycles : {500, 2000, 5000, 10000, 20000, 50000, 100000}) {
        const int grid = sms * 8 * kWaves;
        corun_yield::Launcher launcher;
        const double plain = fastest([&] { spinFor<<<grid, kThreads, 0, own>>>(out, cycles); });
        const double yielding = fastest(
            [&] { CHECK(launcher.launch(spinFor, spinFor_yielding, dim3(grid), dim3(kThreads), 0, own, out, cycles)); });
        std::printf("tasks of %d cycles: %.1f us as a grid, %.1f us yielding\n", cycles, plain, yielding);
    }
}

static int wrongOnes(int count)
{
    std::vector<float> host(count);
    CHECK(cudaMemcpy(host.data(), out, size_t(count) * 4, cudaMemcpyDeviceToHost));
    CHECK(cudaMemset(out, 0, size_t(count) * 4));
    return int(std::count_if(host.begin(), host.end(), [](float value) { return value != 1.0f; }));
}

static void measureAdditions()
{
    for (const int count : {1 << 16, 1 << 20, 1 << 24, 1 << 26}) {
        const int grid = count / kThreads;
        corun_yield::Launcher launcher;
        const double plain = fastest([&] { addOne<<<grid, kThreads, 0, own>>>(in, out, count); });
        const double yielding = fastest(
            [&] { CHECK(launcher.launch(addOne, addOne_yielding, dim3(grid), dim3(kThreads), 0, own, in, out, count)); });
        std::printf("%d additions: %.1f us as a grid, %.1f us yielding, %d wrong\n", count, plain, yielding, wrongOnes(count));
    }
    // While it runs, blocks are asked to leave and taken back.
    for (int run = 0; run < 5; ++run) {
        const int count = 1 << 26;
        corun_yield::Launcher launcher;
        CHECK(launcher.launch(addOne, addOne_yielding, dim3(count / kThreads), dim3(kThreads), 0, own, in, out, count));
        for (int k = 0; k < 6; ++k) {
            launcher.yield(20 + 20 * k, 1 + k);
            launcher.reclaim();
        }
        CHECK(cudaStreamSynchronize(own));
        CHECK(cudaDeviceSynchronize());
        std::printf("yielded and reclaimed six times: %d wrong\n", wrongOnes(count));
    }
}

/** Time from the wish to the first and the last block of a kernel that waits for SMs. */
static void measureStart(int cycles, int wanted, bool yields)
{
    static int *started = nullptr, *mapped = nullptr;
    if (started == nullptr) {
        CHECK(cudaHostAlloc(&started, 4096, cudaHostAllocMapped));
        CHECK(cudaHostGetDevicePointer(&mapped, started, 0));
        stamp<<<1, 1024, 0, other>>>(mapped);
        CHECK(cudaDeviceSynchronize());
    }
    std::fill(started, started + 1024, 0);
    corun_yield::Launcher launcher;
    const int grid = int(16e6 / cycles) * sms * 8;
    const auto begun = Clock::now();
    CHECK(launcher.launch(spinFor, spinFor_yielding, dim3(grid), dim3(kThreads), 0, own, out, cycles));
    while (microsecondsSince(begun) < 2000) {
    }
    const auto asked = Clock::now();
    if (yields)
        launcher.yield(wanted, 8);
    stamp<<<wanted, 1024, 0, other>>>(mapped);
    double first = -1, last = -1;
    while (last < 0 && microsecondsSince(asked) < 60000) {
        const volatile int *seenFrom = started;
        const int seen = int(std::count(seenFrom, seenFrom + wanted, 1));
        if (seen > 0 && first < 0)
            first = microsecondsSince(asked);
        if (seen == wanted)
            last = microsecondsSince(asked);
    }
    CHECK(cudaStreamSynchronize(other));
    if (yields)
        launcher.reclaim();
    CHECK(cudaDeviceSynchronize());
    std::printf("tasks of %d cycles, %d SMs %s: first block after %.1f us, last after %.1f us\n", cycles, wanted,
                yields ? "asked for" : "waited for", first, last);
}

int main()
{
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&in, kBytes));
    CHECK(cudaMalloc(&out, kBytes));
    CHECK(cudaMemset(in, 0, kBytes));
    measureMappedReads();
    measureTasks();
    measureAdditions();
    for (const int cycles : {2000, 20000, 100000})
        for (const int wanted : {16, 66})
            for (const bool yields : {false, true})
                measureStart(cycles, wanted, yields);
    return 0;
}
