// Two launches one behind the other and at once, each kernel of `corun measure` and a smaller launch of it with every
// other one: what verdicts on two launches (docs/verdicts.md) speak of. Prints kernels as `corun measure` does and a line
// for each ordered pair, medians in us from the moment when the first one may start:
//
//   started A+B behind=END_OF_A,END_OF_B together=END_OF_A,END_OF_B
//
//   nvcc -O3 -std=c++17 -arch=native -I. -Isrc/gpu/coruns lab/hardware/card/started.cu -o started && ./started
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

// A program of which only the kernels are used: what it includes stands above.
namespace coruns {
#include "src/gpu/coruns/measure.cu"
}

namespace started {
using namespace coruns;

constexpr int kRounds = 21;
constexpr size_t kFlushed = size_t(256) << 20;
/** Longer than it takes to enqueue what waits for it. */
constexpr long long kGateCycles = 120000;

/** Fills the caches with lines that need not be written. */
__global__ void flush(const int4 *data, int *sink, size_t count) {
  int sum = 0;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
    sum += data[i].x;
  if (sum == 1) *sink = sum;
}

__global__ void gate() {
  const long long start = clock64();
  while (clock64() - start < kGateCycles) {
  }
}

constexpr int kSmallElements = kElements / 8, kSmallSide = kSide / 2, kSmallTransposed = kTransposed / 4,
              kSmallPairs = kPairs / 8, kFewWalkers = 120;

const Kernel kSmall[] = {
    {"vectorAdd-small", "workloads/samples/vector-add/vector_add.cuh", dim3(kSmallElements / 256), dim3(256),
     "count=524288",
     [](const Kernel &k) -> Launch {
       float *a = zeros<float>(kSmallElements), *b = zeros<float>(kSmallElements), *c = zeros<float>(kSmallElements);
       return [=, grid = k.grid, block = k.block](cudaStream_t s) {
         vectorAdd<<<grid, block, 0, s>>>(a, b, c, kSmallElements);
       };
     }},
    {"matrixMulTiled-small", "workloads/samples/matrix-mul/matrix_mul.cuh", dim3(kSmallSide / 16, kSmallSide / 16),
     dim3(16, 16), "n=256",
     [](const Kernel &k) -> Launch {
       float *a = zeros<float>(kSmallSide * kSmallSide), *b = zeros<float>(kSmallSide * kSmallSide),
             *c = zeros<float>(kSmallSide * kSmallSide);
       return [=, grid = k.grid, block = k.block](cudaStream_t s) {
         matrixMulTiled<<<grid, block, 0, s>>>(a, b, c, kSmallSide);
       };
     }},
    {"transposeStrided-small", "workloads/samples/transpose/transpose.cu",
     dim3(kSmallTransposed / 32, kSmallTransposed / 32), dim3(32, 8), "n=512",
     [](const Kernel &k) -> Launch {
       float *in = zeros<float>(kSmallTransposed * kSmallTransposed),
             *out = zeros<float>(kSmallTransposed * kSmallTransposed);
       return [=, grid = k.grid, block = k.block](cudaStream_t s) {
         transposeStrided<<<grid, block, 0, s>>>(in, out, kSmallTransposed);
       };
     }},
    {"cachePressure-small", "workloads/suite/pressure-cache/pressure-cache.cu", dim3(kFewWalkers), dim3(256),
     "workingSet=393216 steps=200 repetitions=0", prepareWalk},
    {"blackScholes-small", "workloads/suite/black-scholes/black_scholes.cu", dim3(kSmallPairs / 128), dim3(128),
     "pairs=131072",
     [](const Kernel &k) -> Launch {
       float2 *data[5];
       for (auto &one : data) one = zeros<float2>(kSmallPairs);
       float2 *call = data[0], *put = data[1], *spot = data[2], *strike = data[3], *years = data[4];
       return [=, grid = k.grid, block = k.block](cudaStream_t s) {
         blackScholes<<<grid, block, 0, s>>>(call, put, spot, strike, years, 0.02f, 0.3f, kSmallPairs);
       };
     }},
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/** Streams, events and the buffer that empties the caches. */
struct Bench {
  cudaStream_t first, second, before;
  cudaEvent_t start, ends[2];
  int4 *data = zeros<int4>(kFlushed / sizeof(int4));
  int *sink = zeros<int>(1);

  Bench() {
    for (auto stream : {&first, &second, &before})
      CUDA_CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
    for (auto event : {&start, &ends[0], &ends[1]}) CUDA_CHECK(cudaEventCreate(event));
  }

  /** us from the start to the end of both; b is null for one alone. */
  std::pair<double, double> run(const Launch &a, const Launch *b, bool together) {
    std::vector<double> times[2];
    for (int round = 0; round < kRounds; ++round) {
      flush<<<1024, 256, 0, before>>>(data, sink, kFlushed / sizeof(int4));
      gate<<<1, 1, 0, before>>>();
      CUDA_CHECK(cudaEventRecord(start, before));
      CUDA_CHECK(cudaStreamWaitEvent(first, start));
      CUDA_CHECK(cudaStreamWaitEvent(second, start));
      const cudaStream_t other = together ? second : first;
      a(first);
      CUDA_CHECK(cudaEventRecord(ends[0], first));
      if (b) (*b)(other);
      CUDA_CHECK(cudaEventRecord(ends[1], other));
      CUDA_CHECK(cudaDeviceSynchronize());
      for (int at = 0; at < 2; ++at) {
        float ms;
        CUDA_CHECK(cudaEventElapsedTime(&ms, start, ends[at]));
        times[at].push_back(1000 * ms);
      }
    }
    return {median(times[0]), median(times[1])};
  }
};

}  // namespace started

int main() {
  using namespace started;
  CUDA_CHECK(cudaSetDevice(0));
  Bench bench;
  std::vector<Kernel> kernels(std::begin(kKernels), std::end(kKernels));
  kernels.insert(kernels.end(), std::begin(kSmall), std::end(kSmall));
  // Two of each, with data of their own.
  std::vector<Launch> launches[2];
  for (const Kernel &kernel : kernels) {
    for (auto &own : launches) own.push_back(kernel.prepare(kernel));
    launches[0].back()(bench.first);
    const double us = bench.run(launches[0].back(), nullptr, false).first;
    std::printf("kernel %s %s grid=%u,%u,%u block=%u,%u,%u us=%.3f %s\n", kernel.name, kernel.source, kernel.grid.x,
                kernel.grid.y, kernel.grid.z, kernel.block.x, kernel.block.y, kernel.block.z, us, kernel.arguments);
  }
  for (size_t a = 0; a < kernels.size(); ++a)
    for (size_t b = 0; b < kernels.size(); ++b) {
      const auto behind = bench.run(launches[0][a], &launches[1][b], false);
      const auto together = bench.run(launches[0][a], &launches[1][b], true);
      std::printf("started %s+%s behind=%.3f,%.3f together=%.3f,%.3f\n", kernels[a].name, kernels[b].name, behind.first,
                  behind.second, together.first, together.second);
    }
  std::printf("end\n");
  return EXIT_SUCCESS;
}
