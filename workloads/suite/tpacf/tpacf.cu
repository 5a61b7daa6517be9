// Two-point angular correlation: a histogram of the angles between all pairs of points on the sky. Each block
// takes a stretch of points, loads the points it pairs them with into shared memory, and finds the bin of each
// pair by bisection in constant memory; every warp counts in a histogram of its own.
// Stresses fp32, the divergent bisection and shared atomics; DRAM idles.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 128
#define WARPS (THREADS / 32)
#define BINS 20

/** Cosines at the borders between bins, falling. */
__constant__ float borders[BINS + 1];

// Bisection of 20 bins.
// corun: trips_high=4, share_cosine=0.5
__global__ void correlate(const float *__restrict__ x, const float *__restrict__ y, const float *__restrict__ z,
                          int points, int tiles, unsigned int *histogram)
{
    __shared__ float3 tile[THREADS];
    __shared__ unsigned int counts[WARPS][BINS];
    const int i = blockIdx.x * THREADS + threadIdx.x;
    const int warp = threadIdx.x / 32;
    for (int c = threadIdx.x; c < WARPS * BINS; c += THREADS)
        counts[c / BINS][c % BINS] = 0;
    const float px = x[i], py = y[i], pz = z[i];

    for (int t = 0; t < tiles; ++t) {
        // Tiles go round, so that every pair of points meets once and all blocks do the same work.
        const int first = (blockIdx.x + t) * THREADS % points;
        __syncthreads();
        tile[threadIdx.x] = make_float3(x[first + threadIdx.x], y[first + threadIdx.x], z[first + threadIdx.x]);
        __syncthreads();
        for (int j = 0; j < THREADS; ++j) {
            const float cosine = px * tile[j].x + py * tile[j].y + pz * tile[j].z;
            int low = 0, high = BINS;
            while (high > low + 1) {
                const int middle = (low + high) / 2;
                if (cosine >= borders[middle])
                    high = middle;
                else
                    low = middle;
            }
            atomicAdd(&counts[warp][low], 1u);
        }
    }
    __syncthreads();
    if (threadIdx.x < BINS) {
        unsigned int sum = 0;
        for (int w = 0; w < WARPS; ++w)
            sum += counts[w][threadIdx.x];
        atomicAdd(&histogram[threadIdx.x], sum);
    }
}

int main(int argc, char **argv)
{
    const int points = (argc > 1 ? atoi(argv[1]) : 16384) / THREADS * THREADS;
    std::vector<float> x(points), y(points), z(points), host(BINS + 1);
    for (int i = 0; i < points; ++i) {
        const float angle = 6.2831853f * float(i * 7919 % 10007) / 10007.0f;
        z[i] = 2.0f * float(i * 2654435761u % 1000003) / 1000003.0f - 1.0f;
        x[i] = std::sqrt(1.0f - z[i] * z[i]) * std::cos(angle);
        y[i] = std::sqrt(1.0f - z[i] * z[i]) * std::sin(angle);
    }
    for (int b = 0; b <= BINS; ++b)
        host[b] = std::cos(3.14159265f * b / BINS);

    float *deviceX, *deviceY, *deviceZ;
    unsigned int *histogram;
    const size_t bytes = sizeof(float) * points;
    for (float **array : {&deviceX, &deviceY, &deviceZ})
        CUDA_CHECK(cudaMalloc(array, bytes));
    CUDA_CHECK(cudaMalloc(&histogram, sizeof(unsigned int) * BINS));
    CUDA_CHECK(cudaMemcpy(deviceX, x.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceY, y.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceZ, z.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyToSymbol(borders, host.data(), sizeof(borders)));
    CUDA_CHECK(cudaMemset(histogram, 0, sizeof(unsigned int) * BINS));
    const int blocks = points / THREADS, tiles = blocks / 2;
    correlate<<<blocks, THREADS>>>(deviceX, deviceY, deviceZ, points, tiles, histogram);
    CUDA_CHECK(cudaGetLastError());
    std::vector<unsigned int> counts(BINS);
    CUDA_CHECK(cudaMemcpy(counts.data(), histogram, sizeof(unsigned int) * BINS, cudaMemcpyDeviceToHost));
    double total = 0.0;
    for (unsigned int c : counts)
        total += c;
    std::printf("%.0f pairs counted of %.0f\n", total, double(points) * tiles * THREADS);
    cudaFree(deviceX);
    cudaFree(deviceY);
    cudaFree(deviceZ);
    cudaFree(histogram);
    return total == double(points) * tiles * THREADS ? 0 : 1;
}
