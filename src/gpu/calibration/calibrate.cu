// Micro-benchmarks of one GPU for `corun calibrate`: prints what it measured as lines `name = value`.
//   nvcc -O3 -arch=native calibrate.cu -o calibrate && ./calibrate [DEVICE] > calibration.txt
// Every figure is the best of several runs: other work on the GPU makes figures worse, never better.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <utility>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t status = (call);                                                     \
    if (status != cudaSuccess) {                                                           \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));      \
      exit(1);                                                                             \
    }                                                                                      \
  } while (0)

constexpr int kRuns = 7;
constexpr int kThreads = 256;

static void tell(const char *name, double value) { printf("%s = %.6g\n", name, value); }

static int attribute(cudaDeviceAttr what, int device) {
  int value = 0;
  CHECK(cudaDeviceGetAttribute(&value, what, device));
  return value;
}

/** Milliseconds of the fastest of several runs; the first one, which warms up, does not count. */
template <typename Work>
static double fastest(Work work) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  float best = 1e30f;
  for (int run = 0; run <= kRuns; ++run) {
    CHECK(cudaEventRecord(start));
    work();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaGetLastError());
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    if (run > 0 && ms < best) best = ms;
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return best;
}

// Clock: cycles that pass in a time, under no load but this.

static __device__ unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__global__ void passTime(double *mhz) {
  const long long cycles = 50000000;
  const unsigned long long from = nanoseconds();
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  *mhz = static_cast<double>(clock64() - start) * 1e3 / static_cast<double>(nanoseconds() - from);
}

static double runningMHz() {
  double *mhz, found = 0, best = 0;
  CHECK(cudaMalloc(&mhz, sizeof(double)));
  for (int run = 0; run < 3; ++run) {
    passTime<<<1, 1>>>(mhz);
    CHECK(cudaMemcpy(&found, mhz, sizeof(found), cudaMemcpyDeviceToHost));
    if (found > best) best = found;
  }
  CHECK(cudaFree(mhz));
  return best;
}

// Latency: one thread follows a chain of loads, each of which gives the next one's address.

constexpr int kChainSteps = 8192;
using Link = unsigned long long;

template <bool kCached>
static __device__ const Link *follow(const Link *at) {
  return reinterpret_cast<const Link *>(kCached ? __ldca(at) : __ldcg(at));
}

/** Begins where the run before ended, so that a chain longer than the cache is never met again in it. */
template <bool kCached>
__global__ void followChain(const Link **place, uint32_t warmSteps, long long *cycles) {
  const Link *at = *place;
  for (uint32_t i = 0; i < warmSteps; ++i) at = follow<kCached>(at);
  const long long start = clock64();
  for (int i = 0; i < kChainSteps; ++i) at = follow<kCached>(at);
  *place = at;
  *cycles = clock64() - start;
}

/** Core cycles of one load in a chain of this many bytes, one load a line of 128 bytes, in random order. */
template <bool kCached>
static double chainCycles(size_t bytes) {
  const size_t linksPerLine = 128 / sizeof(Link);
  const uint32_t lines = static_cast<uint32_t>(bytes / 128);
  std::vector<uint32_t> order(lines);
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937 random(1);
  // Sattolo: one cycle through all lines.
  for (uint32_t i = lines - 1; i > 0; --i) std::swap(order[i], order[random() % i]);
  Link *onDevice;
  const Link **place;
  long long *cycles, best = -1;
  CHECK(cudaMalloc(&onDevice, lines * linksPerLine * sizeof(Link)));
  CHECK(cudaMalloc(&place, sizeof(*place)));
  CHECK(cudaMalloc(&cycles, sizeof(long long)));
  std::vector<Link> links(lines * linksPerLine, 0);
  for (uint32_t i = 0; i < lines; ++i)
    links[i * linksPerLine] = reinterpret_cast<Link>(onDevice + order[i] * linksPerLine);
  CHECK(cudaMemcpy(onDevice, links.data(), links.size() * sizeof(Link), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(place, &onDevice, sizeof(onDevice), cudaMemcpyHostToDevice));
  const uint32_t warmSteps = lines < 65536 ? lines : 1024;
  for (int run = 0; run < kRuns; ++run) {
    followChain<kCached><<<1, 1>>>(place, warmSteps, cycles);
    long long found = 0;
    CHECK(cudaMemcpy(&found, cycles, sizeof(found), cudaMemcpyDeviceToHost));
    if (best < 0 || found < best) best = found;
  }
  CHECK(cudaFree(onDevice));
  CHECK(cudaFree(place));
  CHECK(cudaFree(cycles));
  return static_cast<double>(best) / kChainSteps;
}

// Bandwidth: all warps of the GPU read or write 16 bytes a thread.

__global__ void readAll(const float4 *data, size_t count, float *result) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  float sum = 0;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
    const float4 value = __ldcg(data + i);
    sum += value.x + value.y + value.z + value.w;
  }
  if (sum == 1.2345f) *result = sum;  // never: the data are zeros
}

__global__ void writeAll(float4 *data, size_t count) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
    data[i] = make_float4(0, 0, 0, 0);
}

/** The same data again and again, each block from a place of its own on. */
__global__ void readAgain(const float4 *data, uint32_t count, int rounds, float *result) {
  const uint32_t stride = gridDim.x * blockDim.x;
  float sum = 0;
  for (int round = 0; round < rounds; ++round)
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
      const uint32_t at = (i + static_cast<uint32_t>(round) * 4096u) % count;
      const float4 value = __ldcg(data + at);
      sum += value.x + value.y + value.z + value.w;
    }
  if (sum == 1.2345f) *result = sum;
}

static void measureBandwidth(int sms, size_t l2Bytes) {
  size_t free = 0, total = 0;
  CHECK(cudaMemGetInfo(&free, &total));
  size_t bytes = size_t{1} << 30;
  while (bytes > free / 2) bytes /= 2;
  const size_t count = bytes / sizeof(float4);
  float4 *data;
  float *result;
  CHECK(cudaMalloc(&data, bytes));
  CHECK(cudaMalloc(&result, sizeof(float)));
  CHECK(cudaMemset(data, 0, bytes));
  const int blocks = sms * 8;
  const double gigabytes = static_cast<double>(bytes) / 1e9;
  tell("dram_read_gbs", gigabytes / (fastest([&] { readAll<<<blocks, kThreads>>>(data, count, result); }) / 1e3));
  tell("dram_write_gbs", gigabytes / (fastest([&] { writeAll<<<blocks, kThreads>>>(data, count); }) / 1e3));
  const uint32_t inCache = static_cast<uint32_t>(l2Bytes / 4 / sizeof(float4));
  const int rounds = 64;
  const double cached = static_cast<double>(inCache) * sizeof(float4) * rounds / 1e9;
  tell("l2_read_gbs",
       cached / (fastest([&] { readAgain<<<blocks, kThreads>>>(data, inCache, rounds, result); }) / 1e3));
  CHECK(cudaFree(data));
  CHECK(cudaFree(result));
}

// Launches and blocks.

__global__ void nothing() {}

/** One block an SM at a time; what passes in a block is told by its own clock. */
template <bool kStores>
__global__ void shortBlock(unsigned long long *inside, float *out) {
  extern __shared__ char shared[];
  const long long start = clock64();
  if (kStores) out[static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x] = 0;
  const long long cycles = clock64() - start;
  if (blockIdx.x == 0 && threadIdx.x == 0) *inside = static_cast<unsigned long long>(cycles);
  if (cycles < 0) shared[threadIdx.x] = 1;
}

template <bool kStores>
static double cyclesPerBlock(int sms, int sharedBytes, double clockHz, unsigned long long *insideHost) {
  const int blocks = sms * 2000, threads = 64;
  unsigned long long *inside;
  float *out;
  CHECK(cudaMalloc(&inside, sizeof(*inside)));
  CHECK(cudaMalloc(&out, static_cast<size_t>(blocks) * threads * sizeof(float)));
  CHECK(cudaFuncSetAttribute(shortBlock<kStores>, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes));
  const double ms = fastest([&] { shortBlock<kStores><<<blocks, threads, sharedBytes>>>(inside, out); });
  CHECK(cudaMemcpy(insideHost, inside, sizeof(*inside), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(inside));
  CHECK(cudaFree(out));
  return ms / 1e3 * clockHz / (static_cast<double>(blocks) / sms);
}

static void measureBlocks(int sms, int sharedBytes, double clockHz) {
  const int launches = 2000;
  tell("launch_us", fastest([&] {
                      for (int i = 0; i < launches; ++i) nothing<<<1, 32>>>();
                    }) * 1e3 / launches);
  tell("launch_and_wait_us", fastest([&] {
                               for (int i = 0; i < 100; ++i) {
                                 nothing<<<1, 32>>>();
                                 CHECK(cudaDeviceSynchronize());
                               }
                             }) * 1e3 / 100);
  unsigned long long inside = 0;
  const double empty = cyclesPerBlock<false>(sms, sharedBytes, clockHz, &inside);
  tell("turnover_cycles", empty - static_cast<double>(inside));
  const double storing = cyclesPerBlock<true>(sms, sharedBytes, clockHz, &inside);
  tell("store_drain_cycles", storing - empty);
}

// Arithmetic: eight independent chains a thread.

constexpr int kChains = 8, kRepeats = 2048;

struct Fp32 {
  using Type = float;
  static __device__ Type step(Type x, Type y) { return fmaf(x, y, x); }
};
struct Fp64 {
  using Type = double;
  static __device__ Type step(Type x, Type y) { return fma(x, y, x); }
};
struct Fp16 {
  using Type = __half2;
  static __device__ Type step(Type x, Type y) { return __hfma2(x, y, x); }
};
struct Integer {
  using Type = int;
  static __device__ Type step(Type x, Type y) { return x * y + x; }
};
struct Special {
  using Type = float;
  static __device__ Type step(Type x, Type) { return __sinf(x); }
};

template <typename Operation>
__global__ void calculate(typename Operation::Type *data, int stored) {
  using Type = typename Operation::Type;
  Type chain[kChains];
  for (int i = 0; i < kChains; ++i) chain[i] = data[(threadIdx.x + i) % 32];
  const Type factor = data[threadIdx.x % 32];
  for (int repeat = 0; repeat < kRepeats; ++repeat)
#pragma unroll
    for (int i = 0; i < kChains; ++i) chain[i] = Operation::step(chain[i], factor);
  if (stored < 0)
    for (int i = 0; i < kChains; ++i) data[i] = chain[i];
}

/** Operations a second in units of 10^9: one step is one operation of each of `lanes` values. */
template <typename Operation>
static double giga(int sms, int lanes) {
  typename Operation::Type *data;
  CHECK(cudaMalloc(&data, 64 * sizeof(*data)));
  CHECK(cudaMemset(data, 0, 64 * sizeof(*data)));
  const int blocks = sms * 8;
  const double ms = fastest([&] { calculate<Operation><<<blocks, kThreads>>>(data, 1); });
  CHECK(cudaFree(data));
  return static_cast<double>(blocks) * kThreads * kChains * kRepeats * lanes / (ms * 1e6);
}

__global__ void multiplyTiles(float *data, int stored) {
#if __CUDA_ARCH__ >= 700
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, __half, row_major> a;
  fragment<matrix_b, 16, 16, 16, __half, col_major> b;
  fragment<accumulator, 16, 16, 16, float> sums[4];
  fill_fragment(a, __float2half(0.f));
  fill_fragment(b, __float2half(0.f));
  // Products that were alike would be made once.
  for (int i = 0; i < 4; ++i) fill_fragment(sums[i], data[i] + static_cast<float>(i));
  for (int repeat = 0; repeat < kRepeats / 4; ++repeat)
#pragma unroll
    for (auto &sum : sums) mma_sync(sum, a, b, sum);
  if (stored < 0)
    for (auto &sum : sums) store_matrix_sync(data, sum, 16, mem_row_major);
#endif
}

static void measureArithmetic(int sms, int capability) {
  // A multiply-add counts as two operations where peaks are printed in FLOP.
  tell("fp32_gflops", 2 * giga<Fp32>(sms, 1));
  tell("fp64_gflops", 2 * giga<Fp64>(sms, 1));
  tell("fp16_gflops", 2 * giga<Fp16>(sms, 2));
  tell("int32_gops", giga<Integer>(sms, 1));
  tell("special_gops", giga<Special>(sms, 1));
  if (capability < 70) return;
  float *data;
  CHECK(cudaMalloc(&data, 256 * sizeof(float)));
  CHECK(cudaMemset(data, 0, 256 * sizeof(float)));
  const int blocks = sms * 8;
  const double ms = fastest([&] { multiplyTiles<<<blocks, kThreads>>>(data, 1); });
  CHECK(cudaFree(data));
  tell("tensor_fp16_gflops", 2.0 * 16 * 16 * 16 * blocks * (kThreads / 32) * kRepeats / (ms * 1e6));
}

// Copies from and to pinned memory of the host.

static void measureCopies() {
  const size_t bytes = size_t{64} << 20;
  void *host, *device;
  CHECK(cudaMallocHost(&host, bytes));
  CHECK(cudaMalloc(&device, bytes));
  const double gigabytes = static_cast<double>(bytes) / 1e9;
  const auto up = [&](size_t size) { CHECK(cudaMemcpyAsync(device, host, size, cudaMemcpyHostToDevice)); };
  const auto down = [&](size_t size) { CHECK(cudaMemcpyAsync(host, device, size, cudaMemcpyDeviceToHost)); };
  tell("copy_to_device_gbs", gigabytes / (fastest([&] { up(bytes); }) / 1e3));
  tell("copy_from_device_gbs", gigabytes / (fastest([&] { down(bytes); }) / 1e3));
  tell("copy_of_4_bytes_us", fastest([&] { up(4); }) * 1e3);
  CHECK(cudaFreeHost(host));
  CHECK(cudaFree(device));
}

int main(int argc, char **argv) {
  const int device = argc > 1 ? atoi(argv[1]) : 0;
  CHECK(cudaSetDevice(device));
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, device));
  const double clockKHz = attribute(cudaDevAttrClockRate, device);
  const double memoryKHz = attribute(cudaDevAttrMemoryClockRate, device);
  const size_t l2Bytes = static_cast<size_t>(attribute(cudaDevAttrL2CacheSize, device));
  const int busBits = attribute(cudaDevAttrGlobalMemoryBusWidth, device);
  const int sms = properties.multiProcessorCount;

  printf("corun-calibration 1\n");
  printf("name = %s\n", properties.name);
  printf("compute_capability = %d.%d\n", properties.major, properties.minor);
  tell("sms", sms);
  tell("clock_mhz", clockKHz / 1e3);
  const double mhz = runningMHz();
  tell("running_clock_mhz", mhz);
  tell("l2_kib", static_cast<double>(l2Bytes) / 1024);
  tell("memory_bus_bits", busBits);
  tell("memory_peak_gbs", 2 * memoryKHz * 1e3 * busBits / 8 / 1e9);
  tell("memory_gib", static_cast<double>(properties.totalGlobalMem) / (1 << 30));
  tell("copy_engines", properties.asyncEngineCount);
  tell("l1_latency_cycles", chainCycles<true>(8 << 10));
  tell("l2_latency_cycles", chainCycles<false>(l2Bytes / 8));
  tell("dram_latency_cycles", chainCycles<false>(l2Bytes * 8));
  measureBandwidth(sms, l2Bytes);
  measureBlocks(sms, attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device), mhz * 1e6);
  measureArithmetic(sms, properties.major * 10 + properties.minor);
  measureCopies();
  printf("end\n");
  return 0;
}
