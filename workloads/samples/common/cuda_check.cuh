// Error check shared by the sample programs.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                                  \
    do {                                                                                  \
        const cudaError_t status_ = (call);                                               \
        if (status_ != cudaSuccess) {                                                     \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_)); \
            std::exit(EXIT_FAILURE);                                                      \
        }                                                                                 \
    } while (0)

/** Smallest number of groups of `size` that hold `count` items. */
constexpr unsigned int ceilDiv(unsigned int count, unsigned int size) { return (count + size - 1) / size; }
