// Temperature of a chip over time: a five-point stencil that alternates between two buffers.
#include <utility>
#include <vector>

#include "../common/cuda_check.cuh"
#include "hotspot.cuh"

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 1024;
    const int columns = argc > 2 ? atoi(argv[2]) : rows;
    const int steps = argc > 3 ? atoi(argv[3]) : 60;
    const size_t cells = size_t(rows) * columns;
    std::vector<float> temperature(cells, 323.0f), power(cells, 0.0f);
    for (int r = rows / 4; r < rows / 2; ++r)
        for (int c = columns / 4; c < columns / 2; ++c)
            power[size_t(r) * columns + c] = 0.02f;

    float *devicePower, *now, *next;
    CUDA_CHECK(cudaMalloc(&devicePower, cells * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&now, cells * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&next, cells * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(devicePower, power.data(), cells * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(now, temperature.data(), cells * sizeof(float), cudaMemcpyHostToDevice));

    const ChipConstants chip{0.5f, 4.0f, 4.0f, 80.0f, 300.0f};
    dim3 block, grid;
    block.x = block.y = HOTSPOT_BLOCK;
    grid.x = (columns + block.x - 1) / block.x;
    grid.y = (rows + block.y - 1) / block.y;
    for (int s = 0; s < steps; ++s) {
        hotspotStep<<<grid, block>>>(devicePower, now, next, rows, columns, chip, 0.1f);
        std::swap(now, next);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(temperature.data(), now, cells * sizeof(float), cudaMemcpyDeviceToHost));
    std::printf("centre: %.2f K\n", temperature[cells / 2 + columns / 2]);
    cudaFree(devicePower);
    cudaFree(now);
    cudaFree(next);
    return 0;
}
