// Gridding of MRI samples: samples are sorted into bins of the grid, then each grid cell gathers the samples of
// the bins within reach, weighted by a Kaiser-Bessel window that is looked up in a table.
// Stresses L2 and DRAM: atomics and scattered stores while sorting, gathers of samples while gridding.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 256
#define DEPTH 8 // samples that a bin keeps; a bin is a cube of BIN cells
#define BIN 4
#define TABLE 512
#define CELL_BLOCK 4 // cells of a block along each axis

struct Sample {
    float real, imaginary, x, y, z, density;
};

__constant__ float window[TABLE];

// A bin gets three samples on average, hardly ever more than it keeps.
// corun: share_slot=0.99
__global__ void sortSamples(const Sample *__restrict__ samples, Sample *bins, int *filled, int count, int edge)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count)
        return;
    const Sample sample = samples[i];
    const int binsEdge = edge / BIN;
    const int bin = (int(sample.z) / BIN * binsEdge + int(sample.y) / BIN) * binsEdge + int(sample.x) / BIN;
    const int slot = atomicAdd(&filled[bin], 1);
    if (slot < DEPTH)
        bins[bin * DEPTH + slot] = sample;
}

// Three samples a bin; the cutoff sphere has a radius of one bin's edge and 27 bins are looked at.
// corun: trips_s=3, share_r2=0.155
__global__ void gridSamples(const Sample *__restrict__ bins, const int *__restrict__ filled, float2 *grid, float *density,
                            int edge, float cutoff2)
{
    const int x = blockIdx.x * CELL_BLOCK + threadIdx.x;
    const int y = blockIdx.y * CELL_BLOCK + threadIdx.y;
    const int z = blockIdx.z * CELL_BLOCK + threadIdx.z;
    const int binsEdge = edge / BIN;
    float real = 0.0f, imaginary = 0.0f, weights = 0.0f;
    for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const int bx = x / BIN + dx, by = y / BIN + dy, bz = z / BIN + dz;
                if (bx < 0 || by < 0 || bz < 0 || bx >= binsEdge || by >= binsEdge || bz >= binsEdge)
                    continue;
                const int bin = (bz * binsEdge + by) * binsEdge + bx;
                const int count = min(filled[bin], DEPTH);
                for (int s = 0; s < count; ++s) {
                    const Sample sample = bins[bin * DEPTH + s];
                    const float ax = sample.x - x, ay = sample.y - y, az = sample.z - z;
                    const float r2 = ax * ax + ay * ay + az * az;
                    if (r2 < cutoff2) {
                        const float weight = window[int(r2 / cutoff2 * TABLE)] * sample.density;
                        real += weight * sample.real;
                        imaginary += weight * sample.imaginary;
                        weights += weight;
                    }
                }
            }
    const int cell = (z * edge + y) * edge + x;
    grid[cell] = make_float2(real, imaginary);
    density[cell] = weights;
}

int main(int argc, char **argv)
{
    const int edge = (argc > 1 ? atoi(argv[1]) : 64) / BIN * BIN;
    const int bins = edge / BIN * (edge / BIN) * (edge / BIN);
    const int count = argc > 2 ? atoi(argv[2]) : 3 * bins;
    const int cells = edge * edge * edge;
    std::vector<Sample> samples(count);
    unsigned int state = 1;
    auto draw = [&] {
        state = state * 1664525u + 1013904223u;
        return float(state >> 8) / 16777216.0f;
    };
    for (Sample &s : samples)
        s = Sample{1.0f, 0.5f, draw() * (edge - 1), draw() * (edge - 1), draw() * (edge - 1), 1.0f};
    std::vector<float> table(TABLE);
    for (int i = 0; i < TABLE; ++i)
        table[i] = std::cosh(2.0f * std::sqrt(1.0f - float(i) / TABLE)) / std::cosh(2.0f);

    Sample *deviceSamples, *deviceBins;
    int *filled;
    float2 *grid;
    float *density;
    CUDA_CHECK(cudaMalloc(&deviceSamples, sizeof(Sample) * count));
    CUDA_CHECK(cudaMalloc(&deviceBins, sizeof(Sample) * bins * DEPTH));
    CUDA_CHECK(cudaMalloc(&filled, sizeof(int) * bins));
    CUDA_CHECK(cudaMalloc(&grid, sizeof(float2) * cells));
    CUDA_CHECK(cudaMalloc(&density, sizeof(float) * cells));
    CUDA_CHECK(cudaMemcpy(deviceSamples, samples.data(), sizeof(Sample) * count, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(filled, 0, sizeof(int) * bins));
    CUDA_CHECK(cudaMemcpyToSymbol(window, table.data(), sizeof(window)));
    sortSamples<<<ceilDiv(count, THREADS), THREADS>>>(deviceSamples, deviceBins, filled, count, edge);
    const dim3 block(CELL_BLOCK, CELL_BLOCK, CELL_BLOCK), blocks(edge / CELL_BLOCK, edge / CELL_BLOCK, edge / CELL_BLOCK);
    gridSamples<<<blocks, block>>>(deviceBins, filled, grid, density, edge, 16.0f);
    CUDA_CHECK(cudaGetLastError());
    std::vector<float2> values(cells);
    std::vector<float> weights(cells);
    CUDA_CHECK(cudaMemcpy(values.data(), grid, sizeof(float2) * cells, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(weights.data(), density, sizeof(float) * cells, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int c = 0; c < cells; ++c)
        wrong += std::fabs(values[c].x - weights[c]) > 1e-3f || std::fabs(values[c].y - 0.5f * weights[c]) > 1e-3f;
    std::printf("%d cells differ from samples of one value\n", wrong);
    cudaFree(deviceSamples);
    cudaFree(deviceBins);
    cudaFree(filled);
    cudaFree(grid);
    cudaFree(density);
    return wrong == 0 ? 0 : 1;
}
