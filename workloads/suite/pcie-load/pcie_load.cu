// A load for the host link: copies in chunks, from pageable or pinned host memory, to the device, back, or both
// ways at once, with a kernel that touches each word in between. Pageable copies go through the driver's staging
// buffer and share the link; pinned ones take all of it, as Prophet's bandwidth-exclusive transfers do.
#include <cstring>

#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define BLOCK 256

__global__ void touch(int *values, int words)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < words)
        values[i] = values[i] * 3 + 1;
}

/** `usage: pcie_load [megabytes of a chunk] [chunks] [pageable|pinned] [in|out|both]` */
int main(int argc, char **argv)
{
    const size_t bytes = size_t(argc > 1 ? atoi(argv[1]) : 32) << 20;
    const int chunks = argc > 2 ? atoi(argv[2]) : 16;
    const bool pinned = argc <= 3 || std::strcmp(argv[3], "pinned") == 0;
    const bool in = argc <= 4 || std::strcmp(argv[4], "out") != 0;
    const bool out = argc <= 4 || std::strcmp(argv[4], "in") != 0;
    const int words = int(bytes / sizeof(int));

    int *host[2], *device[2];
    cudaStream_t stream[2];
    for (int s = 0; s < 2; ++s) {
        if (pinned)
            CUDA_CHECK(cudaMallocHost(&host[s], bytes));
        else
            host[s] = static_cast<int *>(std::malloc(bytes));
        for (int i = 0; i < words; ++i)
            host[s][i] = i % 1000;
        CUDA_CHECK(cudaMalloc(&device[s], bytes));
        CUDA_CHECK(cudaMemset(device[s], 0, bytes));
        CUDA_CHECK(cudaStreamCreate(&stream[s]));
    }
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const int s = chunk % 2;
        if (in)
            CUDA_CHECK(cudaMemcpyAsync(device[s], host[s], bytes, cudaMemcpyHostToDevice, stream[s]));
        touch<<<(words + BLOCK - 1) / BLOCK, BLOCK, 0, stream[s]>>>(device[s], words);
        if (out)
            CUDA_CHECK(cudaMemcpyAsync(host[s], device[s], bytes, cudaMemcpyDeviceToHost, stream[s]));
    }
    CUDA_CHECK(cudaDeviceSynchronize());

    // Word 7 of stream 0: touched once for each of its chunks, anew from the host's copy where that does not come back.
    const int touches = in && !out ? 1 : (chunks + 1) / 2;
    unsigned wanted = in ? 7 : 0, got = 0;
    for (int i = 0; i < touches; ++i)
        wanted = wanted * 3u + 1u;
    CUDA_CHECK(cudaMemcpy(&got, device[0] + 7, sizeof(got), cudaMemcpyDeviceToHost));
    for (int s = 0; s < 2; ++s) {
        if (pinned)
            cudaFreeHost(host[s]);
        else
            std::free(host[s]);
        cudaFree(device[s]);
        cudaStreamDestroy(stream[s]);
    }
    return report("pcie load", got != wanted, 0);
}
