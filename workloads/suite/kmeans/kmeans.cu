// k-means clustering: the features are transposed once, then every thread finds the nearest of the cluster
// centres, which lie in constant memory, for its point; the host moves the centres.
// Stresses DRAM and L2: the features are read again for every cluster, more of them than the caches hold.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 256
#define MAX_CLUSTERS 32
#define MAX_FEATURES 64

__constant__ float centres[MAX_CLUSTERS * MAX_FEATURES];

/** From one row a point to one row a feature; the reads of a warp are a row apart. */
__global__ void transposeFeatures(const float *__restrict__ byPoint, float *byFeature, int points, int features)
{
    const int point = blockIdx.x * THREADS + threadIdx.x;
    if (point < points)
        for (int f = 0; f < features; ++f)
            byFeature[f * points + point] = byPoint[point * features + f];
}

// The n-th of 5 centres is the nearest so far in 1 of n cases.
// corun: share_distance=0.46
__global__ void assignPoints(const float *__restrict__ byFeature, int *membership, int points, int features, int clusters)
{
    const int point = blockIdx.x * THREADS + threadIdx.x;
    if (point >= points)
        return;
    int nearest = 0;
    float shortest = 3.4e38f;
    for (int c = 0; c < clusters; ++c) {
        float distance = 0.0f;
        for (int f = 0; f < features; ++f) {
            const float d = byFeature[f * points + point] - centres[c * features + f];
            distance += d * d;
        }
        if (distance < shortest) {
            shortest = distance;
            nearest = c;
        }
    }
    membership[point] = nearest;
}

int main(int argc, char **argv)
{
    const int points = argc > 1 ? atoi(argv[1]) : 494020;
    const int features = argc > 2 ? atoi(argv[2]) : 34, clusters = argc > 3 ? atoi(argv[3]) : 5;
    if (features > MAX_FEATURES || clusters > MAX_CLUSTERS) {
        std::fprintf(stderr, "at most %d features and %d clusters\n", MAX_FEATURES, MAX_CLUSTERS);
        return 2;
    }
    std::vector<float> data(size_t(points) * features), centre(size_t(clusters) * features);
    for (size_t i = 0; i < data.size(); ++i)
        data[i] = float(i * 2654435761u % 1000) / 1000.0f;
    for (size_t i = 0; i < centre.size(); ++i)
        centre[i] = data[i];

    float *byPoint, *byFeature;
    int *deviceMembership;
    CUDA_CHECK(cudaMalloc(&byPoint, sizeof(float) * data.size()));
    CUDA_CHECK(cudaMalloc(&byFeature, sizeof(float) * data.size()));
    CUDA_CHECK(cudaMalloc(&deviceMembership, sizeof(int) * points));
    CUDA_CHECK(cudaMemcpy(byPoint, data.data(), sizeof(float) * data.size(), cudaMemcpyHostToDevice));
    const unsigned int blocks = ceilDiv(points, THREADS);
    transposeFeatures<<<blocks, THREADS>>>(byPoint, byFeature, points, features);
    std::vector<int> membership(points, -1);
    int moved = points;
    for (int round = 0; round < 10 && moved > points / 1000; ++round) {
        CUDA_CHECK(cudaMemcpyToSymbol(centres, centre.data(), sizeof(float) * centre.size()));
        assignPoints<<<blocks, THREADS>>>(byFeature, deviceMembership, points, features, clusters);
        std::vector<int> now(points), size(clusters, 0);
        CUDA_CHECK(cudaMemcpy(now.data(), deviceMembership, sizeof(int) * points, cudaMemcpyDeviceToHost));
        std::vector<double> sum(centre.size(), 0.0);
        moved = 0;
        for (int p = 0; p < points; ++p) {
            moved += now[p] != membership[p];
            ++size[now[p]];
            for (int f = 0; f < features; ++f)
                sum[now[p] * features + f] += data[size_t(p) * features + f];
        }
        for (int i = 0; i < clusters * features; ++i)
            if (size[i / features] > 0)
                centre[i] = float(sum[i] / size[i / features]);
        membership = now;
    }
    std::printf("%d points changed their cluster in the last round\n", moved);
    cudaFree(byPoint);
    cudaFree(byFeature);
    cudaFree(deviceMembership);
    return 0;
}
