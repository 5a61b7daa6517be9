// Adds two vectors in chunks: each chunk is copied in, added and copied out in one of four streams, so
// that copies of one chunk run under the kernel of another.
#include "../common/cuda_check.cuh"
#include "vector_add.cuh"

#define BLOCK_SIZE 256
#define STREAM_COUNT 4

int main(int argc, char **argv)
{
    const int total = argc > 1 ? std::atoi(argv[1]) : 1 << 24;
    const int chunk = total / STREAM_COUNT;
    const size_t chunkBytes = chunk * sizeof(float);

    float *hostA, *hostB, *hostSum;
    CUDA_CHECK(cudaMallocHost(&hostA, total * sizeof(float)));
    CUDA_CHECK(cudaMallocHost(&hostB, total * sizeof(float)));
    CUDA_CHECK(cudaMallocHost(&hostSum, total * sizeof(float)));
    for (int i = 0; i < total; ++i) {
        hostA[i] = 0.5f * i;
        hostB[i] = 1.0f;
    }

    float *deviceA, *deviceB, *deviceSum;
    CUDA_CHECK(cudaMalloc(&deviceA, total * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&deviceB, total * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&deviceSum, total * sizeof(float)));

    cudaStream_t streams[STREAM_COUNT];
    for (cudaStream_t &stream : streams)
        CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));

    const dim3 block(BLOCK_SIZE);
    const dim3 grid((chunk + BLOCK_SIZE - 1) / BLOCK_SIZE);
    for (int s = 0; s < STREAM_COUNT; ++s) {
        const int at = s * chunk;
        CUDA_CHECK(cudaMemcpyAsync(deviceA + at, hostA + at, chunkBytes, cudaMemcpyHostToDevice, streams[s]));
        CUDA_CHECK(cudaMemcpyAsync(deviceB + at, hostB + at, chunkBytes, cudaMemcpyHostToDevice, streams[s]));
        vectorAdd<<<grid, block, 0, streams[s]>>>(deviceA + at, deviceB + at, deviceSum + at, chunk);
        CUDA_CHECK(cudaMemcpyAsync(hostSum + at, deviceSum + at, chunkBytes, cudaMemcpyDeviceToHost, streams[s]));
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("sum[%d] = %g\n", total - 1, hostSum[total - 1]);

    for (cudaStream_t stream : streams)
        CUDA_CHECK(cudaStreamDestroy(stream));
    cudaFree(deviceA);
    cudaFree(deviceB);
    cudaFree(deviceSum);
    cudaFreeHost(hostA);
    cudaFreeHost(hostB);
    cudaFreeHost(hostSum);
    return 0;
}
