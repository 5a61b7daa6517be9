// Makes an application of a program that runs once and ends: the linker leads its calls of the runtime through the
// functions below (--wrap), which write down what its main asks of the GPU. That is then done again and again, in the
// same order, with the data that was copied to the GPU and without what the host computed in between, when the
// conductor says so. What main frees stays there, so that every round finds its arrays.
//   nvcc -O2 -std=c++20 -arch=native -c recorder.cu trace.cu
//   g++ -O2 -std=c++20 conduct.cpp -o conduct
//   nvcc -O3 -std=c++17 -arch=native -cudart shared PROGRAM.cu recorder.o trace.o -lcupti -o apps/PROGRAM -Xlinker WRAPS
// where WRAPS are --wrap=NAME for every function that stands in WRAPPED below and for main, with commas between. Then
// conduct apps PLAN, APP_TRACE=FILE apps/PROGRAM for its trace, and APP_RUNS=N apps/PROGRAM for a job of so many runs.
#include <cuda.h>
#include <cuda_runtime.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "board.hpp"

void traceRounds(const char *path, const std::function<void()> &round);

namespace {
struct Recorded {
    std::function<void()> again;
    /** Whether it moves data between host and GPU, or waits for the GPU: left out of rounds of kernels alone. */
    bool ofHost;
};
std::vector<Recorded> recorded;
bool recording = false;
long launches = 0, copies = 0;
double bytesCopied = 0;

void record(std::function<void()> again, bool ofHost = false)
{
    if (recording) recorded.push_back({std::move(again), ofHost});
}

bool isPinned(const void *host)
{
    cudaPointerAttributes a{};
    const bool known = cudaPointerGetAttributes(&a, host) == cudaSuccess;
    cudaGetLastError();
    return known && a.type == cudaMemoryTypeHost;
}

/** Memory of the host that stays, pinned where `like` is. */
void *hostBuffer(size_t bytes, const void *like)
{
    void *buffer = nullptr;
    if (!isPinned(like)) return std::malloc(bytes);
    if (cudaMallocHost(&buffer, bytes) != cudaSuccess) std::abort();
    return buffer;
}
} // namespace

#define WRAPPED(result, name, ...)              \
    extern "C" result __real_##name(__VA_ARGS__); \
    extern "C" result __wrap_##name(__VA_ARGS__)

WRAPPED(cudaError_t, cudaFree, void *) { return cudaSuccess; }
WRAPPED(cudaError_t, cudaFreeHost, void *) { return cudaSuccess; }
WRAPPED(cudaError_t, cudaStreamDestroy, cudaStream_t) { return cudaSuccess; }
WRAPPED(cudaError_t, cudaEventDestroy, cudaEvent_t) { return cudaSuccess; }

/** Copies of the arguments of a launch, which the driver knows the sizes of. */
struct Arguments {
    std::vector<std::vector<char>> values;
    std::vector<void *> places;
};

using ParamInfo = CUresult (*)(void *, size_t, size_t *, size_t *);

static ParamInfo driverEntry(const char *name)
{
    void *entry = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion(name, &entry, 12040, cudaEnableDefault, &found);
    if (!entry) std::abort();
    return reinterpret_cast<ParamInfo>(entry);
}

static std::shared_ptr<Arguments> argumentsOf(ParamInfo info, void *kernel, void **given)
{
    auto kept = std::make_shared<Arguments>();
    size_t offset, size;
    for (size_t i = 0; info(kernel, i, &offset, &size) == CUDA_SUCCESS; ++i) {
        const char *from = static_cast<const char *>(given[i]);
        kept->values.emplace_back(from, from + size);
    }
    for (auto &value : kept->values) kept->places.push_back(value.data());
    return kept;
}

WRAPPED(cudaError_t, cudaLaunchKernel, const void *kernel, dim3 grid, dim3 block, void **args, size_t shared,
        cudaStream_t stream)
{
    if (recording) {
        static const ParamInfo info = driverEntry("cuFuncGetParamInfo");
        cudaFunction_t function;
        if (cudaGetFuncBySymbol(&function, kernel) != cudaSuccess) std::abort();
        auto kept = argumentsOf(info, function, args);
        ++launches;
        record([=] { __real_cudaLaunchKernel(kernel, grid, block, kept->places.data(), shared, stream); });
    }
    return __real_cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}

// Since CUDA 13 a launch written <<<>>> calls this one.
WRAPPED(cudaError_t, __cudaLaunchKernel, cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared,
        cudaStream_t stream)
{
    if (recording) {
        static const ParamInfo info = driverEntry("cuKernelGetParamInfo");
        auto kept = argumentsOf(info, kernel, args);
        ++launches;
        record([=] { __real___cudaLaunchKernel(kernel, grid, block, kept->places.data(), shared, stream); });
    }
    return __real___cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}

static cudaError_t copied(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, bool async, cudaStream_t stream);

WRAPPED(cudaError_t, cudaMemcpy, void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return copied(to, from, bytes, kind, false, nullptr);
}
WRAPPED(cudaError_t, cudaMemcpyAsync, void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    return copied(to, from, bytes, kind, true, stream);
}

static cudaError_t copied(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, bool async, cudaStream_t stream)
{
    const auto copy = [=](void *there, const void *here) {
        return async ? __real_cudaMemcpyAsync(there, here, bytes, kind, stream)
                     : __real_cudaMemcpy(there, here, bytes, kind);
    };
    if (recording) {
        void *there = to;
        const void *here = from;
        if (kind == cudaMemcpyHostToDevice) {
            void *kept = hostBuffer(bytes, from);
            std::memcpy(kept, from, bytes);
            here = kept;
        }
        if (kind == cudaMemcpyDeviceToHost) there = hostBuffer(bytes, to);
        ++copies;
        bytesCopied += double(bytes);
        record([=] { copy(there, here); }, kind != cudaMemcpyDeviceToDevice);
    }
    return copy(to, from);
}

WRAPPED(cudaError_t, cudaMemcpyToSymbol, const void *symbol, const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    if (recording) {
        void *kept = std::malloc(bytes);
        std::memcpy(kept, from, bytes);
        ++copies;
        bytesCopied += double(bytes);
        record([=] { __real_cudaMemcpyToSymbol(symbol, kept, bytes, offset, kind); }, true);
    }
    return __real_cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
WRAPPED(cudaError_t, cudaMemcpyToSymbolAsync, const void *symbol, const void *from, size_t bytes, size_t offset,
        cudaMemcpyKind kind, cudaStream_t stream)
{
    if (recording) {
        void *kept = hostBuffer(bytes, from);
        std::memcpy(kept, from, bytes);
        ++copies;
        bytesCopied += double(bytes);
        record([=] { __real_cudaMemcpyToSymbolAsync(symbol, kept, bytes, offset, kind, stream); }, true);
    }
    return __real_cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, stream);
}
WRAPPED(cudaError_t, cudaMemset, void *to, int value, size_t bytes)
{
    record([=] { __real_cudaMemset(to, value, bytes); });
    return __real_cudaMemset(to, value, bytes);
}
WRAPPED(cudaError_t, cudaMemsetAsync, void *to, int value, size_t bytes, cudaStream_t stream)
{
    record([=] { __real_cudaMemsetAsync(to, value, bytes, stream); });
    return __real_cudaMemsetAsync(to, value, bytes, stream);
}
WRAPPED(cudaError_t, cudaDeviceSynchronize)
{
    record([] { __real_cudaDeviceSynchronize(); }, true);
    return __real_cudaDeviceSynchronize();
}
WRAPPED(cudaError_t, cudaStreamSynchronize, cudaStream_t stream)
{
    record([=] { __real_cudaStreamSynchronize(stream); }, true);
    return __real_cudaStreamSynchronize(stream);
}
WRAPPED(cudaError_t, cudaEventRecord, cudaEvent_t event, cudaStream_t stream)
{
    record([=] { __real_cudaEventRecord(event, stream); });
    return __real_cudaEventRecord(event, stream);
}
WRAPPED(cudaError_t, cudaStreamWaitEvent, cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    record([=] { __real_cudaStreamWaitEvent(stream, event, flags); });
    return __real_cudaStreamWaitEvent(stream, event, flags);
}

namespace {
/** How often a round goes through what was recorded before it waits. */
int times = 1;

void oneRound()
{
    for (int i = 0; i < times; ++i)
        for (const auto &call : recorded) call.again();
    __real_cudaDeviceSynchronize();
}

/** Leaves out what the host has a part in, and makes rounds so long that the wait at their end does not count. */
void keepKernels()
{
    std::erase_if(recorded, [](const Recorded &call) { return call.ofHost; });
    oneRound();
    const double from = now();
    for (int i = 0; i < 3; ++i) oneRound();
    times = 1 + int(2e-3 / ((now() - from) / 3));
}

__global__ void markSm(unsigned long long *ranOn, long long cycles)
{
    unsigned sm;
    asm("mov.u32 %0, %%smid;" : "=r"(sm));
    if (threadIdx.x == 0) atomicOr(ranOn + sm / 64, 1ull << sm % 64);
    const long long from = clock64();
    while (clock64() - from < cycles) {}
}

/** Which SMs run blocks of this process: a launch of so large and long blocks that every SM gets two. */
void findSms(Slot &slot)
{
    constexpr int kBlocks = 2 * 64 * kWordsOfSms, kThreads = 1024;
    unsigned long long *ranOn;
    if (cudaMalloc(&ranOn, sizeof slot.ranOn) != cudaSuccess) std::abort();
    cudaMemset(ranOn, 0, sizeof slot.ranOn);
    markSm<<<kBlocks, kThreads>>>(ranOn, 100'000);
    cudaMemcpy(slot.ranOn, ranOn, sizeof slot.ranOn, cudaMemcpyDeviceToHost);
    cudaDeviceGetAttribute(&slot.sms, cudaDevAttrMultiProcessorCount, 0);
}

void waitUntil(double time)
{
    while (now() < time - 200e-6) usleep(50);
    while (now() < time) {}
}

/** Rounds without a pause, or queries with random ones, until another order comes. */
void perform(Board &board, Slot &slot, int order, std::mt19937 &random)
{
    std::exponential_distribution<double> pause(order == Serve ? 1 / slot.pause : 1);
    while (slot.order == order) {
        if (order == Serve) waitUntil(now() + pause(random));
        const double from = now();
        oneRound();
        const double to = now();
        ++slot.begun;
        if (!board.counting || from < board.since) continue;
        if (slot.counted == 0) slot.first = from;
        slot.last = to;
        ++slot.counted;
        const int query = slot.queries;
        if (query < kMostQueries) {
            slot.latency[query] = float(to - from);
            slot.queries = query + 1;
        }
    }
}

void runJob(Slot &slot)
{
    slot.first = now();
    for (long round = 0; round < slot.rounds; ++round) oneRound();
    slot.last = now();
    slot.state = Done;
    while (slot.order == Job) usleep(50);
}

void obey(Board &board, Slot &slot, unsigned seed)
{
    std::mt19937 random(seed);
    for (;;) {
        const int order = slot.order;
        if (order == Leave) return;
        if (order == Rest) {
            slot.state = Resting;
            usleep(300);
            continue;
        }
        slot.state = Running;
        if (order == Job) {
            runJob(slot);
            continue;
        }
        perform(board, slot, order, random);
    }
}
} // namespace

extern "C" int __real_main(int, char **);
extern "C" int __wrap_main(int count, char **words)
{
    const char *trace = std::getenv("APP_TRACE"), *path = std::getenv("APP_BOARD"), *runs = std::getenv("APP_RUNS");
    recording = true;
    const int exitCode = __real_main(count, words);
    recording = false;
    __real_cudaDeviceSynchronize();
    if (trace) {
        traceRounds(trace, oneRound);
        return exitCode;
    }
    if (runs) {
        for (long left = std::atol(runs); left > 0; --left) oneRound();
        _exit(exitCode);
    }
    const int file = open(path, O_RDWR);
    auto *board = static_cast<Board *>(mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    const int at = std::atoi(std::getenv("APP_SLOT"));
    Slot &slot = board->slots[at];
    slot.launches = int(launches);
    slot.copies = int(copies);
    slot.bytes = bytesCopied;
    slot.exitCode = exitCode;
    findSms(slot);
    if (std::getenv("APP_KERNELS")) keepKernels();
    slot.times = times;
    oneRound();
    obey(*board, slot, 1000u + unsigned(at));
    slot.state = Gone;
    _exit(0);
}
