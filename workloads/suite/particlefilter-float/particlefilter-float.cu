// Particle filter that tracks a disc in a noisy video, single precision, everything on the GPU: particles move,
// their likelihood comes from the pixels of the disc around them, weights are normalised, and particles are
// drawn anew in proportion to their weights.
// Stresses DRAM and L2: each particle writes and reads a row of pixel numbers of its own, so that the lanes of a
// warp touch far-apart addresses; the resampling search follows a chain of dependent loads.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 128
#define RADIUS 3
#define MAX_DISC 32 // pixels of a disc of that radius, at most
#define PI 3.1415926535f

struct Offset {
    int x, y;
};

__device__ float uniform(int *seeds, int i)
{
    const unsigned int next = 1103515245u * unsigned(seeds[i]) + 12345u;
    seeds[i] = int(next & 0x7fffffffu);
    return float(seeds[i]) / 2147483648.0f;
}

/** Normally distributed, by the method of Box and Muller. */
__device__ float normal(int *seeds, int i)
{
    const float u = uniform(seeds, i), v = uniform(seeds, i);
    return sqrtf(-2.0f * logf(u + 1e-12f)) * cosf(2.0f * PI * v);
}

__global__ void likelihood(float *x, float *y, const float *oldX, const float *oldY, const Offset *__restrict__ disc,
                           int discPixels, const unsigned char *__restrict__ video, int *pixels, float *weights,
                           float *partialSums, int *seeds, int particles, int edge, int frame)
{
    __shared__ float sums[THREADS];
    const int i = blockIdx.x * THREADS + threadIdx.x;
    float weight = 0.0f;
    if (i < particles) {
        const float px = oldX[i] + 1.0f + 5.0f * normal(seeds, i);
        const float py = oldY[i] - 2.0f + 2.0f * normal(seeds, i);
        x[i] = px;
        y[i] = py;
        for (int p = 0; p < discPixels; ++p) {
            const int at = (int(px + 0.5f) + disc[p].x) * edge + int(py + 0.5f) + disc[p].y;
            pixels[i * discPixels + p] = min(max(at, 0), edge * edge - 1);
        }
        float sum = 0.0f;
        for (int p = 0; p < discPixels; ++p) {
            const float value = float(video[frame * edge * edge + pixels[i * discPixels + p]]);
            sum += ((value - 100.0f) * (value - 100.0f) - (value - 228.0f) * (value - 228.0f)) / 50.0f;
        }
        weight = expf(0.01f * sum / float(discPixels)) / float(particles);
        weights[i] = weight;
    }
    sums[threadIdx.x] = weight;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partialSums[blockIdx.x] = sums[0];
}

/** One block adds up the partial sums. */
__global__ void totalWeight(const float *partialSums, int count, float *total)
{
    __shared__ float sums[THREADS];
    float sum = 0.0f;
    for (int i = threadIdx.x; i < count; i += THREADS)
        sum += partialSums[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *total = sums[0];
}

__global__ void normalizeWeights(float *weights, const float *total, int particles)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < particles)
        weights[i] /= *total;
}

/** For the i-th of evenly spaced positions, the first particle whose cumulative weight reaches it. */
// The positions of a block lie close together: its searches share most of their path, which ends in about as many
// neighbouring elements as it has threads.
// corun: trips_length=17, share_cumulative=0.5, elements_cumulative=160, elements_x=160, elements_y=160
__global__ void resample(const float *__restrict__ x, const float *__restrict__ y, const float *__restrict__ cumulative,
                         float *newX, float *newY, float start, int particles)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= particles)
        return;
    const float wanted = start + float(i) / float(particles);
    int first = 0, length = particles;
    while (length > 1) {
        const int half = length / 2;
        if (cumulative[first + half - 1] < wanted)
            first += half;
        length -= half;
    }
    newX[i] = x[first];
    newY[i] = y[first];
}

int main(int argc, char **argv)
{
    const int particles = argc > 1 ? atoi(argv[1]) : 131072;
    const int edge = argc > 2 ? atoi(argv[2]) : 128;
    const int frames = argc > 3 ? atoi(argv[3]) : 10;
    std::vector<Offset> disc;
    for (int r = -RADIUS; r <= RADIUS; ++r)
        for (int c = -RADIUS; c <= RADIUS; ++c)
            if (r * r + c * c < RADIUS * RADIUS && disc.size() < MAX_DISC)
                disc.push_back(Offset{r, c});
    const int discPixels = int(disc.size());
    std::vector<unsigned char> video(size_t(frames) * edge * edge);
    for (size_t i = 0; i < video.size(); ++i)
        video[i] = (unsigned char)(i * 2654435761u % 228);
    std::vector<int> seeds(particles);
    std::vector<float> start(particles, edge / 2.0f), weights(particles), cumulative(particles);
    for (int i = 0; i < particles; ++i)
        seeds[i] = (i * 48271 + 11) & 0x7fffffff;

    const unsigned int blocks = ceilDiv(particles, THREADS);
    float *x, *y, *oldX, *oldY, *deviceWeights, *deviceCumulative, *partialSums, *total;
    int *pixels, *deviceSeeds;
    Offset *deviceDisc;
    unsigned char *deviceVideo;
    for (float **array : {&x, &y, &oldX, &oldY, &deviceWeights, &deviceCumulative})
        CUDA_CHECK(cudaMalloc(array, sizeof(float) * particles));
    CUDA_CHECK(cudaMalloc(&partialSums, sizeof(float) * blocks));
    CUDA_CHECK(cudaMalloc(&total, sizeof(float)));
    CUDA_CHECK(cudaMalloc(&pixels, sizeof(int) * particles * discPixels));
    CUDA_CHECK(cudaMalloc(&deviceSeeds, sizeof(int) * particles));
    CUDA_CHECK(cudaMalloc(&deviceDisc, sizeof(Offset) * discPixels));
    CUDA_CHECK(cudaMalloc(&deviceVideo, video.size()));
    CUDA_CHECK(cudaMemcpy(oldX, start.data(), sizeof(float) * particles, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(oldY, start.data(), sizeof(float) * particles, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceSeeds, seeds.data(), sizeof(int) * particles, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceDisc, disc.data(), sizeof(Offset) * discPixels, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceVideo, video.data(), video.size(), cudaMemcpyHostToDevice));

    for (int frame = 0; frame < frames; ++frame) {
        // Pixels of the disc. corun: discPixels=25
        likelihood<<<blocks, THREADS>>>(x, y, oldX, oldY, deviceDisc, discPixels, deviceVideo, pixels, deviceWeights,
                                        partialSums, deviceSeeds, particles, edge, frame);
        totalWeight<<<1, THREADS>>>(partialSums, int(blocks), total);
        normalizeWeights<<<blocks, THREADS>>>(deviceWeights, total, particles);
        CUDA_CHECK(cudaMemcpy(weights.data(), deviceWeights, sizeof(float) * particles, cudaMemcpyDeviceToHost));
        float sum = 0.0f;
        for (int i = 0; i < particles; ++i)
            cumulative[i] = sum += weights[i];
        CUDA_CHECK(cudaMemcpy(deviceCumulative, cumulative.data(), sizeof(float) * particles, cudaMemcpyHostToDevice));
        resample<<<blocks, THREADS>>>(x, y, deviceCumulative, oldX, oldY, 0.5f / particles, particles);
    }
    CUDA_CHECK(cudaGetLastError());
    std::printf("weights add up to %g\n", cumulative.back());
    for (float *array : {x, y, oldX, oldY, deviceWeights, deviceCumulative, partialSums, total})
        cudaFree(array);
    cudaFree(pixels);
    cudaFree(deviceSeeds);
    cudaFree(deviceDisc);
    cudaFree(deviceVideo);
    return std::fabs(cumulative.back() - 1.0f) < 1e-2f ? 0 : 1;
}
