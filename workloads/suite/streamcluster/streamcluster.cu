// The gain of opening one more centre in streaming k-median clustering. The first kernel compares, point by
// point, the distance to the candidate with the cost of today's centre and books what each centre would
// lose; the second moves the points that gain. Coordinates lie dimension after dimension, so loads are
// coalesced and used once: DRAM streams, plus scattered atomics on the table of centres.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 256
#endif
constexpr int kDimensions = 16;
__constant__ float candidate[kDimensions];

struct Point {
    float weight;
    float cost;
    int centre;
};

__device__ __forceinline__ float distanceTo(const float *__restrict__ coordinates, int i, int points)
{
    float sum = 0.0f;
    for (int d = 0; d < kDimensions; ++d) {
        const float delta = coordinates[d * points + i] - candidate[d];
        sum += delta * delta;
    }
    return sum;
}

// With the costs below, one point in ten is nearer to the candidate than its centre costs (counted on the host).
// corun: share_change=0.10, elements_centreLoss=1024
__global__ void candidateGain(const float *__restrict__ coordinates, const Point *__restrict__ all, int points,
                              float *saved, float *centreLoss, unsigned char *moves)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= points)
        return;
    const Point p = all[i];
    const float change = distanceTo(coordinates, i, points) * p.weight - p.cost;
    if (change < 0.0f) {
        moves[i] = 1;
        saved[i] = -change;
    } else {
        moves[i] = 0;
        atomicAdd(&centreLoss[p.centre], change);
    }
}

// The same tenth moves, and all points of centres that close: one centre in twenty.
// corun: share_moves=0.15, elements_closes=1024
__global__ void reassign(const float *__restrict__ coordinates, Point *all, const unsigned char *__restrict__ moves,
                         const unsigned char *__restrict__ closes, int points, int newCentre)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= points)
        return;
    const int centre = all[i].centre;
    if (moves[i] || closes[centre]) {
        all[i].cost = distanceTo(coordinates, i, points) * all[i].weight;
        all[i].centre = newCentre;
    }
}

int main(int argc, char **argv)
{
    const int points = argc > 1 ? std::atoi(argv[1]) : 1 << 18, centres = 1024;
    std::vector<float> coordinates(size_t(points) * kDimensions), saved(points), loss(centres);
    std::vector<Point> all(points);
    std::vector<unsigned char> closes(centres, 0);
    unsigned int state = 3;
    for (float &c : coordinates) {
        state = state * 1664525u + 1013904223u;
        c = float(state >> 8) / float(1 << 24);
    }
    float centre[kDimensions];
    for (int d = 0; d < kDimensions; ++d)
        centre[d] = coordinates[size_t(d) * points];
    for (int i = 0; i < points; ++i)
        all[i] = {1.0f, 0.8f + float(i % 16) * 0.16f, int((i * 2654435761u) % centres)};
    for (int c = 0; c < centres; c += 20)
        closes[c] = 1;

    float *dCoordinates, *dSaved, *dLoss;
    Point *dAll;
    unsigned char *dMoves, *dCloses;
    CUDA_CHECK(cudaMalloc(&dCoordinates, coordinates.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dAll, points * sizeof(Point)));
    CUDA_CHECK(cudaMalloc(&dSaved, points * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dLoss, centres * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dMoves, points));
    CUDA_CHECK(cudaMalloc(&dCloses, centres));
    CUDA_CHECK(cudaMemcpy(dCoordinates, coordinates.data(), coordinates.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dAll, all.data(), points * sizeof(Point), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dCloses, closes.data(), centres, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyToSymbol(candidate, centre, sizeof(centre)));
    CUDA_CHECK(cudaMemset(dSaved, 0, points * sizeof(float)));
    CUDA_CHECK(cudaMemset(dLoss, 0, centres * sizeof(float)));

    const int grid = (points + BLOCK_SIZE - 1) / BLOCK_SIZE;
    candidateGain<<<grid, BLOCK_SIZE>>>(dCoordinates, dAll, points, dSaved, dLoss, dMoves);
    reassign<<<grid, BLOCK_SIZE>>>(dCoordinates, dAll, dMoves, dCloses, points, centres);
    CUDA_CHECK(cudaMemcpy(saved.data(), dSaved, points * sizeof(float), cudaMemcpyDeviceToHost));

    double worst = 0.0;
    for (int i = 0; i < points; i += 101) {
        double sum = 0.0;
        for (int d = 0; d < kDimensions; ++d)
            sum += std::pow(double(coordinates[size_t(d) * points + i]) - centre[d], 2.0);
        worst = std::fmax(worst, std::fabs(std::fmax(all[i].cost - sum, 0.0) - saved[i]));
    }
    std::printf("largest difference %g\n", worst);
    cudaFree(dCoordinates);
    cudaFree(dAll);
    cudaFree(dSaved);
    cudaFree(dLoss);
    cudaFree(dMoves);
    cudaFree(dCloses);
    return worst < 1e-3 ? 0 : 1;
}
