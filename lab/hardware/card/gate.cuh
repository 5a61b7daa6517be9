// Launches that are enqueued behind a gate, on caches with nothing to write.
#pragma once

#include <cstddef>

constexpr size_t kFlushed = size_t(256) << 20;
/** Longer than it takes to enqueue what waits for it. */
constexpr long long kGateCycles = 120000;

/** Fills the caches with lines that need not be written. */
__global__ void flush(const int4 *data, int *sink, size_t count)
{
    int sum = 0;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        sum += data[i].x;
    if (sum == 1) *sink = sum;
}

__global__ void gate()
{
    const long long start = clock64();
    while (clock64() - start < kGateCycles) {
    }
}
