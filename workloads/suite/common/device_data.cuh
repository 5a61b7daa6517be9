// Copies of host vectors on the device, for programs that move whole arrays in and out.
#pragma once

#include <vector>

#include "../../samples/common/cuda_check.cuh"

/** Device memory for `count` elements. */
template <typename T>
T *onDevice(size_t count)
{
    T *device;
    CUDA_CHECK(cudaMalloc(&device, count * sizeof(T)));
    return device;
}

/** A copy of `host` on the device. */
template <typename T>
T *toDevice(const std::vector<T> &host)
{
    T *device = onDevice<T>(host.size());
    CUDA_CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

/** The first `count` elements of a device array. */
template <typename T>
std::vector<T> toHost(const T *device, size_t count)
{
    std::vector<T> host(count);
    CUDA_CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}
