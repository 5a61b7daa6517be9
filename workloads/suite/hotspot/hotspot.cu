// Temperature of a chip over time. A block keeps its tile of the chip in shared memory and takes STEPS explicit
// Euler steps before it writes back; the rim that this makes unreliable, one cell a step, is computed by the
// neighbouring blocks as well.
// Stresses fp32 and shared memory against DRAM: more steps in a launch trade traffic for repeated work.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define TILE 16
#define STEPS 2
#define USEFUL (TILE - 2 * STEPS)

struct Chip {
    float stepOverCapacity, inverseX, inverseY, inverseZ, ambient;
};

__global__ void heatSteps(const float *__restrict__ power, const float *__restrict__ from, float *__restrict__ to,
                          int rows, int columns, int steps, Chip chip)
{
    __shared__ float now[TILE][TILE];
    __shared__ float next[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = int(blockIdx.x) * USEFUL - STEPS + tx;
    const int row = int(blockIdx.y) * USEFUL - STEPS + ty;
    const bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
    const int cell = row * columns + column;
    float heat = 0.0f;
    if (inside) {
        now[ty][tx] = from[cell];
        heat = power[cell];
    }
    __syncthreads();

    // Neighbours beyond the chip's edge count as the cell itself: no heat flows there.
    const int north = row > 0 ? max(ty - 1, 0) : ty, south = row < rows - 1 ? min(ty + 1, TILE - 1) : ty;
    const int west = column > 0 ? max(tx - 1, 0) : tx, east = column < columns - 1 ? min(tx + 1, TILE - 1) : tx;
    for (int step = 0; step < steps; ++step) {
        if (inside) {
            const float here = now[ty][tx];
            next[ty][tx] = here + chip.stepOverCapacity *
                                      (heat + (now[south][tx] + now[north][tx] - 2.0f * here) * chip.inverseY +
                                       (now[ty][east] + now[ty][west] - 2.0f * here) * chip.inverseX +
                                       (chip.ambient - here) * chip.inverseZ);
        }
        __syncthreads();
        if (inside)
            now[ty][tx] = next[ty][tx];
        __syncthreads();
    }
    const bool reliable = tx >= STEPS && tx < TILE - STEPS && ty >= STEPS && ty < TILE - STEPS;
    if (inside && reliable)
        to[cell] = now[ty][tx];
}

static void stepOnCpu(std::vector<float> &t, const std::vector<float> &power, int rows, int columns, Chip chip)
{
    std::vector<float> old = t;
    auto at = [&](int r, int c) {
        return old[std::min(std::max(r, 0), rows - 1) * columns + std::min(std::max(c, 0), columns - 1)];
    };
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            const float here = at(r, c);
            t[r * columns + c] += chip.stepOverCapacity *
                                  (power[r * columns + c] + (at(r + 1, c) + at(r - 1, c) - 2 * here) * chip.inverseY +
                                   (at(r, c + 1) + at(r, c - 1) - 2 * here) * chip.inverseX +
                                   (chip.ambient - here) * chip.inverseZ);
        }
}

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 1024;
    const int columns = argc > 2 ? atoi(argv[2]) : rows;
    const int rounds = argc > 3 ? atoi(argv[3]) : 10;
    const size_t bytes = sizeof(float) * rows * columns;
    std::vector<float> temperature(size_t(rows) * columns, 323.0f), power(temperature.size());
    for (size_t i = 0; i < power.size(); ++i)
        power[i] = float(i * 2654435761u % 100) * 1e-3f;

    float *devicePower, *now, *next;
    CUDA_CHECK(cudaMalloc(&devicePower, bytes));
    CUDA_CHECK(cudaMalloc(&now, bytes));
    CUDA_CHECK(cudaMalloc(&next, bytes));
    CUDA_CHECK(cudaMemcpy(devicePower, power.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(now, temperature.data(), bytes, cudaMemcpyHostToDevice));
    const Chip chip{0.1f, 0.2f, 0.2f, 0.0125f, 300.0f};
    const dim3 block(TILE, TILE), grid(ceilDiv(columns, USEFUL), ceilDiv(rows, USEFUL));
    for (int i = 0; i < rounds; ++i) {
        heatSteps<<<grid, block>>>(devicePower, now, next, rows, columns, STEPS, chip);
        std::swap(now, next);
    }
    CUDA_CHECK(cudaGetLastError());
    std::vector<float> result(temperature.size());
    CUDA_CHECK(cudaMemcpy(result.data(), now, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < rounds * STEPS; ++i)
        stepOnCpu(temperature, power, rows, columns, chip);
    float worst = 0.0f;
    for (size_t i = 0; i < result.size(); ++i)
        worst = std::fmax(worst, std::fabs(result[i] - temperature[i]));
    std::printf("largest difference to the CPU: %g K\n", worst);
    cudaFree(devicePower);
    cudaFree(now);
    cudaFree(next);
    return worst < 0.05f ? 0 : 1;
}
