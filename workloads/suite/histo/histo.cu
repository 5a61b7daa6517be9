// Histogram with many bins whose counts stop at 255. Most values of an image fall near its middle: each block
// counts those bins in shared memory and sends the others to global counters.
// Stresses atomics, shared and global, with gathers of random bins; the final pass streams all bins.
#include <algorithm>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 512
#define BLOCKS 480
#define BINS 1048576     // of the whole histogram
#define CENTRAL_BINS 4096 // kept in shared memory
#define SATURATION 255u

/** Smallest and largest value of the image. */
__global__ void range(const unsigned int *__restrict__ image, int count, unsigned int *lowest, unsigned int *highest)
{
    __shared__ unsigned int low[THREADS], high[THREADS];
    unsigned int a = 0xffffffffu, b = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) {
        const unsigned int value = image[i];
        a = min(a, value);
        b = max(b, value);
    }
    low[threadIdx.x] = a;
    high[threadIdx.x] = b;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            low[threadIdx.x] = min(low[threadIdx.x], low[threadIdx.x + half]);
            high[threadIdx.x] = max(high[threadIdx.x], high[threadIdx.x + half]);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicMin(lowest, low[0]);
        atomicMax(highest, high[0]);
    }
}

// A value lies among the central bins in 7 of 10 cases; outside of them hardly any bin is full. With 1500 central
// values for each block, a third of its 4096 counters are not 0 in the end.
// corun: share_bin=0.7, share_histogram=0.99, share_central=0.31
__global__ void count(const unsigned int *__restrict__ image, int count, unsigned int firstCentral, unsigned int *histogram)
{
    __shared__ unsigned int central[CENTRAL_BINS];
    for (int i = threadIdx.x; i < CENTRAL_BINS; i += THREADS)
        central[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) {
        const unsigned int value = image[i];
        const unsigned int bin = value - firstCentral;
        if (bin < CENTRAL_BINS)
            atomicAdd(&central[bin], 1u);
        else if (histogram[value] < SATURATION)
            atomicAdd(&histogram[value], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < CENTRAL_BINS; i += THREADS)
        if (central[i] > 0)
            atomicAdd(&histogram[firstCentral + i], central[i]);
}

/** Counts as bytes, four a thread; the counters are cleared for the next image. */
__global__ void finish(uint4 *histogram, uchar4 *result, int groups)
{
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < groups; i += gridDim.x * THREADS) {
        const uint4 counts = histogram[i];
        result[i] = make_uchar4(min(counts.x, SATURATION), min(counts.y, SATURATION), min(counts.z, SATURATION),
                                min(counts.w, SATURATION));
        histogram[i] = make_uint4(0, 0, 0, 0);
    }
}

int main(int argc, char **argv)
{
    const int pixels = argc > 1 ? atoi(argv[1]) : 1 << 20;
    std::vector<unsigned int> image(pixels);
    unsigned int state = 1;
    for (unsigned int &value : image) {
        state = state * 1664525u + 1013904223u;
        const bool central = state % 10 < 7;
        state = state * 1664525u + 1013904223u;
        value = central ? BINS / 2 + (state >> 8) % CENTRAL_BINS : (state >> 4) % BINS;
    }
    std::vector<unsigned char> expected(BINS, 0), result(BINS);
    for (unsigned int value : image)
        expected[value] = (unsigned char)std::min(expected[value] + 1u, SATURATION);

    unsigned int *deviceImage, *histogram, *limits;
    unsigned char *deviceResult;
    const unsigned int none[2] = {0xffffffffu, 0};
    CUDA_CHECK(cudaMalloc(&deviceImage, sizeof(unsigned int) * pixels));
    CUDA_CHECK(cudaMalloc(&histogram, sizeof(unsigned int) * BINS));
    CUDA_CHECK(cudaMalloc(&limits, sizeof(none)));
    CUDA_CHECK(cudaMalloc(&deviceResult, BINS));
    CUDA_CHECK(cudaMemcpy(deviceImage, image.data(), sizeof(unsigned int) * pixels, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(limits, none, sizeof(none), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(histogram, 0, sizeof(unsigned int) * BINS));
    range<<<BLOCKS, THREADS>>>(deviceImage, pixels, limits, limits + 1);
    count<<<BLOCKS, THREADS>>>(deviceImage, pixels, BINS / 2, histogram);
    finish<<<BLOCKS, THREADS>>>((uint4 *)histogram, (uchar4 *)deviceResult, BINS / 4);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(result.data(), deviceResult, BINS, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int b = 0; b < BINS; ++b)
        wrong += result[b] != expected[b];
    std::printf("%d of %d bins differ from the CPU\n", wrong, BINS);
    cudaFree(deviceImage);
    cudaFree(histogram);
    cudaFree(limits);
    cudaFree(deviceResult);
    return wrong == 0 ? 0 : 1;
}
