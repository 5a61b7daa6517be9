// Nearest neighbours: the distance of every record of a table of places to one point; the host picks the k
// smallest. Stresses DRAM: twelve bytes move for a handful of instructions.
#include <algorithm>
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 256

struct Place {
    float latitude, longitude;
};

__global__ void distances(const Place *__restrict__ places, float *distance, int count, float latitude, float longitude)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const Place place = places[i];
        const float dx = latitude - place.latitude, dy = longitude - place.longitude;
        distance[i] = sqrtf(dx * dx + dy * dy);
    }
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 42764;
    const int wanted = argc > 2 ? atoi(argv[2]) : 10;
    const float latitude = 30.0f, longitude = 90.0f;
    std::vector<Place> places(count);
    for (int i = 0; i < count; ++i)
        places[i] = Place{float(i * 7919 % 1800) / 10.0f - 90.0f, float(i * 104729 % 3600) / 10.0f};

    Place *devicePlaces;
    float *deviceDistance;
    CUDA_CHECK(cudaMalloc(&devicePlaces, sizeof(Place) * count));
    CUDA_CHECK(cudaMalloc(&deviceDistance, sizeof(float) * count));
    CUDA_CHECK(cudaMemcpy(devicePlaces, places.data(), sizeof(Place) * count, cudaMemcpyHostToDevice));
    distances<<<ceilDiv(count, THREADS), THREADS>>>(devicePlaces, deviceDistance, count, latitude, longitude);
    CUDA_CHECK(cudaGetLastError());
    std::vector<float> distance(count);
    CUDA_CHECK(cudaMemcpy(distance.data(), deviceDistance, sizeof(float) * count, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < count; ++i)
        wrong += std::fabs(distance[i] - std::hypot(latitude - places[i].latitude, longitude - places[i].longitude)) > 1e-3f;
    std::nth_element(distance.begin(), distance.begin() + wanted, distance.end());
    std::printf("the %d nearest lie within %g; %d distances differ from the CPU\n", wanted, distance[wanted], wrong);
    cudaFree(devicePlaces);
    cudaFree(deviceDistance);
    return wrong == 0 ? 0 : 1;
}
