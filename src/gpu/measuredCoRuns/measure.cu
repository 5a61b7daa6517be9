// Co-runs of Corun's own kernels on one GPU: each alone, then two and three together, relaunched over a window of time,
// in streams of one process, in green contexts with a share of the SMs each, and in processes, which take turns. With
// "mps" as third argument, when MPS' control daemon runs, in processes alone. Prints one line for each;
// corun measure --import reads them.
//
//   nvcc -O3 -std=c++17 -arch=native measure.cu -o measure && ./measure [device] [milliseconds] [mps] > measured.txt
//
// The process that prints never opens the GPU: every measurement is made by children of its own, so that all modes
// start alike. Linux only.

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <cuda.h>
#include <cuda_runtime.h>

#include "workloads/samples/matrix-mul/matrix_mul.cuh"
#include "workloads/samples/vector-add/vector_add.cuh"
// Programs of which only the kernels are used.
#define main mainOfTranspose
#include "workloads/samples/transpose/transpose.cu"
#undef main
#define main mainOfCache
#include "workloads/suite/pressure-cache/pressure-cache.cu"
#undef main
#undef THREADS
#undef WARP
#define main mainOfPrices
#include "workloads/suite/black-scholes/black_scholes.cu"
#undef main

namespace {

using Clock = std::chrono::steady_clock;
using Launch = std::function<void(cudaStream_t)>;

constexpr int kMost = 3;
constexpr double kWarmUp = 0.2;

template <typename T>
T *zeros(size_t count) {
  T *data;
  CUDA_CHECK(cudaMalloc(&data, count * sizeof(T)));
  CUDA_CHECK(cudaMemset(data, 0, count * sizeof(T)));
  return data;
}

/** A kernel with what it is launched with; `prepare` makes its data. */
struct Kernel {
  const char *name;
  const char *source;
  dim3 grid, block;
  const char *arguments;
  std::function<Launch(const Kernel &)> prepare;
};

constexpr int kElements = 4194304, kSide = 512, kTransposed = 2048, kSet = 393216, kSteps = 200, kWalkers = 960;
constexpr int kPairs = 1048576;

Launch prepareProduct(void (*kernel)(const float *, const float *, float *, int), const Kernel &k) {
  float *a = zeros<float>(kSide * kSide), *b = zeros<float>(kSide * kSide), *c = zeros<float>(kSide * kSide);
  return [=, grid = k.grid, block = k.block](cudaStream_t s) { kernel<<<grid, block, 0, s>>>(a, b, c, kSide); };
}

Launch prepareWalk(const Kernel &k) {
  // One cycle through all groups of 32, in a drawn order.
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
  int *walk = zeros<int>(kSet), *last = zeros<int>(kWalkers * 256);
  CUDA_CHECK(cudaMemcpy(walk, next.data(), sizeof(int) * kSet, cudaMemcpyHostToDevice));
  return [=, grid = k.grid, block = k.block](cudaStream_t s) {
    cachePressure<<<grid, block, 0, s>>>(walk, last, kSet, kSteps, 0);
  };
}

const Kernel kKernels[] = {
    {"vectorAdd", "workloads/samples/vector-add/vector_add.cuh", dim3(kElements / 256), dim3(256), "count=4194304",
     [](const Kernel &k) -> Launch {
       float *a = zeros<float>(kElements), *b = zeros<float>(kElements), *c = zeros<float>(kElements);
       return [=, grid = k.grid, block = k.block](cudaStream_t s) {
         vectorAdd<<<grid, block, 0, s>>>(a, b, c, kElements);
       };
     }},
    {"matrixMulTiled", "workloads/samples/matrix-mul/matrix_mul.cuh", dim3(kSide / 16, kSide / 16), dim3(16, 16),
     "n=512", [](const Kernel &k) { return prepareProduct(matrixMulTiled, k); }},
    {"matrixMulNaive", "workloads/samples/matrix-mul/matrix_mul.cuh", dim3(kSide / 32, kSide / 8), dim3(32, 8), "n=512",
     [](const Kernel &k) { return prepareProduct(matrixMulNaive, k); }},
    {"transposeStrided", "workloads/samples/transpose/transpose.cu", dim3(kTransposed / 32, kTransposed / 32),
     dim3(32, 8), "n=2048",
     [](const Kernel &k) -> Launch {
       float *in = zeros<float>(kTransposed * kTransposed), *out = zeros<float>(kTransposed * kTransposed);
       return [=, grid = k.grid, block = k.block](cudaStream_t s) {
         transposeStrided<<<grid, block, 0, s>>>(in, out, kTransposed);
       };
     }},
    {"cachePressure", "workloads/suite/pressure-cache/pressure-cache.cu", dim3(kWalkers), dim3(256),
     "workingSet=393216 steps=200 repetitions=0", prepareWalk},
    {"blackScholes", "workloads/suite/black-scholes/black_scholes.cu", dim3(kPairs / 128), dim3(128), "pairs=1048576",
     [](const Kernel &k) -> Launch {
       float2 *data[5];
       for (auto &one : data) one = zeros<float2>(kPairs);
       float2 *call = data[0], *put = data[1], *spot = data[2], *strike = data[3], *years = data[4];
       return [=, grid = k.grid, block = k.block](cudaStream_t s) {
         blackScholes<<<grid, block, 0, s>>>(call, put, spot, strike, years, 0.02f, 0.3f, kPairs);
       };
     }},
};
constexpr int kCount = sizeof(kKernels) / sizeof(kKernels[0]);

/** What children tell their parent. */
struct Shared {
  std::atomic<int> ready, finished;
  double launchesPerSecond[kMost];
  int sms[kMost];
  char head[512];
};

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/** Relaunches a kernel until all applications have been measured over the same window. */
void relaunch(const Kernel &kernel, cudaStream_t stream, int place, int count, double window, Shared *shared) {
  const Launch launch = kernel.prepare(kernel);
  for (int i = 0; i < 3; ++i) launch(stream);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  const auto trial = Clock::now();
  for (int i = 0; i < 20; ++i) launch(stream);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaStreamSynchronize(stream));
  // Batches of about a millisecond: the next one is queued before this one ends.
  const int batch = std::max(1, int(0.001 * 20 / secondsSince(trial)));
  cudaEvent_t done[2];
  for (auto &event : done) CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  ++shared->ready;
  while (shared->ready < count) std::this_thread::yield();
  const auto start = Clock::now();
  double first = -1, last = -1;
  long long launches = 0;
  bool told = false;
  for (int turn = 0; shared->finished < count; ++turn) {
    for (int i = 0; i < batch; ++i) launch(stream);
    CUDA_CHECK(cudaEventRecord(done[turn % 2], stream));
    if (turn == 0) continue;
    CUDA_CHECK(cudaEventSynchronize(done[(turn - 1) % 2]));
    const double now = secondsSince(start);
    if (now < kWarmUp) continue;
    if (first < 0) first = now;
    else if (!told) {
      launches += batch;
      last = now;
    }
    if (!told && now > kWarmUp + window) {
      shared->launchesPerSecond[place] = double(launches) / (last - first);
      told = true;
      ++shared->finished;
    }
  }
  CUDA_CHECK(cudaStreamSynchronize(stream));
}

#if CUDART_VERSION >= 12050
void check(CUresult status, const char *call) {
  if (status == CUDA_SUCCESS) return;
  std::fprintf(stderr, "%s: error %d of the driver\n", call, int(status));
  std::exit(EXIT_FAILURE);
}

/** A function of the driver, found when it is needed: nothing is linked against it. */
template <typename Function>
Function *driverFunction(const char *name) {
  void *found = nullptr;
  cudaDriverEntryPointQueryResult status;
  // The last of the functions came with CUDA 12.5.
  CUDA_CHECK(cudaGetDriverEntryPointByVersion(name, &found, 12050, cudaEnableDefault, &status));
  if (status != cudaDriverEntryPointSuccess) std::exit(2);
  return reinterpret_cast<Function *>(found);
}
#define FUNCTION(name) driverFunction<decltype(name)>(#name)
#define DRIVER(name, ...) check(FUNCTION(name)(__VA_ARGS__), #name)

/** A stream for each application in a green context of its own, with an equal share of the SMs. */
bool greenStreams(int device, int count, cudaStream_t *streams, Shared *shared) {
  CUdevResource all, rest, groups[kMost];
  unsigned int made = count;
  DRIVER(cuDeviceGetDevResource, device, &all, CU_DEV_RESOURCE_TYPE_SM);
  // Steps of 8 SMs suit every GPU that has green contexts.
  const unsigned int each = std::max(8u, all.sm.smCount / count / 8 * 8);
  DRIVER(cuDevSmResourceSplitByCount, groups, &made, &all, &rest, 0, each);
  if (int(made) < count) return false;
  for (int i = 0; i < count; ++i) {
    CUdevResourceDesc description;
    CUgreenCtx context;
    CUstream stream;
    DRIVER(cuDevResourceGenerateDesc, &description, &groups[i], 1);
    DRIVER(cuGreenCtxCreate, &context, description, device, CU_GREEN_CTX_DEFAULT_STREAM);
    DRIVER(cuGreenCtxStreamCreate, &stream, context, CU_STREAM_NON_BLOCKING, 0);
    streams[i] = stream;
    shared->sms[i] = int(groups[i].sm.smCount);
  }
  return true;
}
#else
bool greenStreams(int, int, cudaStream_t *, Shared *) { return false; }
#endif

enum class Mode { Streams, Green, Processes };

void oneProcess(Mode mode, int device, const std::vector<int> &kernels, double window, Shared *shared) {
  const int count = int(kernels.size());
  CUDA_CHECK(cudaSetDevice(device));
  CUDA_CHECK(cudaFree(nullptr));
  cudaStream_t streams[kMost];
  if (mode == Mode::Green) {
    if (!greenStreams(device, count, streams, shared)) std::exit(2);
  } else {
    for (int i = 0; i < count; ++i) CUDA_CHECK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([=] {
      CUDA_CHECK(cudaSetDevice(device));
      relaunch(kKernels[kernels[i]], streams[i], i, count, window, shared);
    });
  for (auto &thread : threads) thread.join();
}

void oneOfProcesses(int device, int kernel, int place, int count, double window, Shared *shared) {
  CUDA_CHECK(cudaSetDevice(device));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  relaunch(kKernels[kernel], stream, place, count, window, shared);
}

/** Runs code in a child. */
void child(const std::function<void()> &code) {
  std::fflush(nullptr);
  if (fork() != 0) return;
  code();
  std::_Exit(EXIT_SUCCESS);
}

/** Waits for the child that ends next; false where it failed. */
bool nextEnds() {
  int status = 0;
  return wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

bool together(Mode mode, int device, const std::vector<int> &kernels, double window, Shared *shared) {
  const int count = int(kernels.size());
  shared->ready = 0;
  shared->finished = 0;
  if (mode == Mode::Processes) {
    for (int i = 0; i < count; ++i) child([&, i] { oneOfProcesses(device, kernels[i], i, count, window, shared); });
  } else {
    child([&] { oneProcess(mode, device, kernels, window, shared); });
  }
  bool good = true;
  for (int left = mode == Mode::Processes ? count : 1; left > 0; --left)
    if (!nextEnds()) {
      good = false;
      // Nobody waits for what will not come.
      shared->ready = shared->finished = kMost;
    }
  return good;
}

void describe(int device, Shared *shared) {
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
  int driver = 0;
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  std::snprintf(shared->head, sizeof(shared->head), "name = %s\ncompute_capability = %d.%d\nsms = %d\ndriver = %d\n",
                properties.name, properties.major, properties.minor, properties.multiProcessorCount, driver);
}

std::string names(const std::vector<int> &kernels) {
  std::string text;
  for (const int kernel : kernels) text += (text.empty() ? "" : "+") + std::string(kKernels[kernel].name);
  return text;
}

void tell(const char *mode, const std::vector<int> &kernels, const double *alone, const Shared *shared) {
  std::printf("corun %s %s slowdown=", mode, names(kernels).c_str());
  for (size_t i = 0; i < kernels.size(); ++i)
    std::printf("%s%.4f", i == 0 ? "" : ",", alone[kernels[i]] / shared->launchesPerSecond[i]);
  if (shared->sms[0] > 0) {
    std::printf(" sms=");
    for (size_t i = 0; i < kernels.size(); ++i) std::printf("%s%d", i == 0 ? "" : ",", shared->sms[i]);
  }
  std::printf("\n");
  std::fflush(stdout);
}

/** Pairs, with kernels beside themselves, then threes of different ones. */
std::vector<std::vector<int>> combinations() {
  std::vector<std::vector<int>> all;
  for (int a = 0; a < kCount; ++a)
    for (int b = a; b < kCount; ++b) all.push_back({a, b});
  for (int a = 0; a < kCount; ++a)
    for (int b = a + 1; b < kCount; ++b)
      for (int c = b + 1; c < kCount; ++c) all.push_back({a, b, c});
  return all;
}

}  // namespace

int main(int argc, char **argv) {
  const int device = argc > 1 ? std::atoi(argv[1]) : 0;
  const double window = (argc > 2 ? std::atof(argv[2]) : 300) / 1000;
  void *memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return EXIT_FAILURE;
  Shared *shared = new (memory) Shared();

  std::printf("corun-measure 1\n");
  child([&] { describe(device, shared); });
  if (!nextEnds()) return EXIT_FAILURE;
  std::printf("%s", shared->head);
  double alone[kCount];
  for (int k = 0; k < kCount; ++k) {
    if (!together(Mode::Processes, device, {k}, window, shared)) return EXIT_FAILURE;
    alone[k] = shared->launchesPerSecond[0];
    const Kernel &one = kKernels[k];
    std::printf("kernel %s %s grid=%u,%u,%u block=%u,%u,%u us=%.4f %s\n", one.name, one.source, one.grid.x, one.grid.y,
                one.grid.z, one.block.x, one.block.y, one.block.z, 1e6 / alone[k], one.arguments);
  }
  const std::string only = argc > 3 ? argv[3] : "";
  const bool underMps = only == "mps";
  std::vector<std::pair<Mode, const char *>> modes = {{Mode::Processes, underMps ? "mps" : "time-slice"}};
  if (!underMps) modes = {{Mode::Streams, "streams"}, {Mode::Green, "green-contexts"}, modes[0]};
  for (const auto &[mode, name] : modes)
    for (const auto &kernels : combinations()) {
      if (!only.empty() && only != name) continue;
      std::fill(shared->sms, shared->sms + kMost, 0);
      if (together(mode, device, kernels, window, shared)) tell(name, kernels, alone, shared);
      else {
        std::printf("skipped %s %s\n", name, names(kernels).c_str());
        if (mode == Mode::Green) break;
      }
    }
  std::printf("end\n");
  return EXIT_SUCCESS;
}
