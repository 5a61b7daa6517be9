// Two launches one behind the other and at once, each kernel of `corun measure` and a smaller launch of it with every
// other one: what verdicts on two launches (docs/verdicts.md) speak of. Prints kernels as `corun measure` does, a line for
// each ordered pair one behind the other, and one for each order in which two that may start at once got going; medians in
// us from the moment when the first one may start:
//
//   behind A+B END_OF_A,END_OF_B
//   started A+B rounds=N END_OF_A,END_OF_B later=US          A began first
//
//   nvcc -O3 -std=c++17 -arch=native -I. -Isrc/gpu/measuredCoRuns lab/hardware/card/started.cu -o started && ./started
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

#include "orders.cuh"

/** In place of zeros: numbers between 0 and 1. */
cudaError_t drawNumbers(void *to, int, size_t bytes)
{
    static const std::vector<float> drawn = [] {
        std::vector<float> numbers(1 << 24);
        std::minstd_rand random(18);
        for (auto &one : numbers) one = float(random() % 1000003) / 1000003;
        return numbers;
    }();
    for (size_t at = 0; at < bytes; at += drawn.size() * sizeof(float)) {
        const size_t part = std::min(bytes - at, drawn.size() * sizeof(float));
        const cudaError_t status = cudaMemcpy(static_cast<char *>(to) + at, drawn.data(), part, cudaMemcpyHostToDevice);
        if (status != cudaSuccess) return status;
    }
    return cudaSuccess;
}

// A program of which only the kernels are used: what it includes stands above.
namespace coruns {
#define cudaMemset drawNumbers
#include "src/gpu/measuredCoRuns/measure.cu"
#undef cudaMemset
}

namespace started {
using namespace coruns;

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

}  // namespace started

int main() {
  using namespace started;
  using namespace orders;
  tellCard();
  Bench bench;
  std::vector<Kernel> kernels(std::begin(kKernels), std::end(kKernels));
  kernels.insert(kernels.end(), std::begin(kSmall), std::end(kSmall));
  // Two of each, with data of their own.
  std::vector<coruns::Launch> launches[2];
  for (const Kernel &kernel : kernels) {
    for (auto &own : launches) own.push_back(kernel.prepare(kernel));
    launches[0].back()(bench.first);
    const double us = endOf(bench.run(launches[0].back(), nullptr, false), 0);
    std::printf("kernel %s %s grid=%u,%u,%u block=%u,%u,%u us=%.3f %s\n", kernel.name, kernel.source, kernel.grid.x,
                kernel.grid.y, kernel.grid.z, kernel.block.x, kernel.block.y, kernel.block.z, us, kernel.arguments);
  }
  std::vector<std::pair<size_t, size_t>> pairs;
  for (size_t a = 0; a < kernels.size(); ++a)
    for (size_t b = 0; b < kernels.size(); ++b) pairs.push_back({a, b});
  std::shuffle(pairs.begin(), pairs.end(), std::mt19937(18));
  for (const auto &[a, b] : pairs) {
    const std::pair<std::string, std::string> names = {kernels[a].name, kernels[b].name};
    tellBehind(bench, names.first + "+" + names.second, launches[0][a], launches[1][b]);
    if (a <= b) tellOrders(bench, names, launches[0][a], launches[1][b]);
    std::fflush(stdout);
  }
  std::printf("end\n");
  return EXIT_SUCCESS;
}
