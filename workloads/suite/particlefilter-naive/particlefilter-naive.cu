// Particle filter whose host does everything but the resampling: each thread walks the cumulative weights from
// the start until they reach its position.
// Stresses instruction issue and the L1 cache: the lanes of a warp read the same address and leave the loop at
// neighbouring trips. Double precision weights, as in the host's part.
#include <algorithm>
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 64

// Evenly spread positions: particle i stops near step i. Half of the particles on average.
// corun: trips_index=4096
__global__ void resample(const double *__restrict__ x, const double *__restrict__ y, const double *__restrict__ cumulative,
                         const double *__restrict__ positions, double *newX, double *newY, int particles)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= particles)
        return;
    const double wanted = positions[i];
    int index = 0;
    while (index < particles - 1 && cumulative[index] < wanted)
        ++index;
    newX[i] = x[index];
    newY[i] = y[index];
}

int main(int argc, char **argv)
{
    const int particles = argc > 1 ? atoi(argv[1]) : 8192;
    const int frames = argc > 2 ? atoi(argv[2]) : 5;
    std::vector<double> x(particles), y(particles), weights(particles), cumulative(particles), positions(particles);
    for (int i = 0; i < particles; ++i) {
        x[i] = 64.0 + i % 13;
        y[i] = 64.0 - i % 7;
    }
    double *deviceX, *deviceY, *deviceCumulative, *devicePositions, *newX, *newY;
    const size_t bytes = sizeof(double) * particles;
    for (double **array : {&deviceX, &deviceY, &deviceCumulative, &devicePositions, &newX, &newY})
        CUDA_CHECK(cudaMalloc(array, bytes));
    int wrong = 0;
    for (int frame = 0; frame < frames; ++frame) {
        double total = 0.0;
        for (int i = 0; i < particles; ++i)
            total += weights[i] = 1.0 + (i * 7919 + frame) % 10;
        double sum = 0.0;
        for (int i = 0; i < particles; ++i) {
            cumulative[i] = sum += weights[i] / total;
            positions[i] = (i + 0.5) / particles;
        }
        CUDA_CHECK(cudaMemcpy(deviceX, x.data(), bytes, cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpy(deviceY, y.data(), bytes, cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpy(deviceCumulative, cumulative.data(), bytes, cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpy(devicePositions, positions.data(), bytes, cudaMemcpyHostToDevice));
        resample<<<ceilDiv(particles, THREADS), THREADS>>>(deviceX, deviceY, deviceCumulative, devicePositions, newX, newY,
                                                           particles);
        std::vector<double> result(particles);
        CUDA_CHECK(cudaMemcpy(result.data(), newX, bytes, cudaMemcpyDeviceToHost));
        for (int i = 0; i < particles; ++i) {
            const auto found = std::lower_bound(cumulative.begin(), cumulative.end() - 1, positions[i]);
            wrong += result[i] != x[found - cumulative.begin()];
        }
        x = result;
    }
    std::printf("%d positions differ from the CPU\n", wrong);
    for (double *array : {deviceX, deviceY, deviceCumulative, devicePositions, newX, newY})
        cudaFree(array);
    return wrong == 0 ? 0 : 1;
}
