// What programs that measure begin with: the card that they are of, and an end with the place where a call of the runtime
// fails.
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

/** Takes the first card and prints which it is; returns its SMs. */
inline int tellCard()
{
    CHECK(cudaSetDevice(0));
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    std::printf("name = %s\nsms = %d\n", properties.name, properties.multiProcessorCount);
    return properties.multiProcessorCount;
}
