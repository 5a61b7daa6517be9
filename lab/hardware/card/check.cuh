// Ends a program that measures where a call of the runtime fails, with the place.
#pragma once

#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

#define CHECK(call)                                                                            \
    do {                                                                                       \
        const cudaError_t status = (call);                                                     \
        if (status != cudaSuccess) {                                                           \
            std::printf("failed %s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            std::exit(EXIT_FAILURE);                                                           \
        }                                                                                      \
    } while (0)
