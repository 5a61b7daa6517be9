// Cheapest way through a grid of costs, row by row: from each cell one may go straight down or one step
// aside. A block advances a strip by PATH_HEIGHT rows in shared memory before it writes back; the cells at
// both edges that this makes unreliable are computed by the neighbour as well.
#include <vector>

#include "../common/cuda_check.cuh"
#include "pathfinder.cuh"

#define DEFAULT_COLUMNS 100000
#define DEFAULT_ROWS 100

int main(int argc, char **argv)
{
    int columns = DEFAULT_COLUMNS, rows = DEFAULT_ROWS;
    if (argc == 3) {
        columns = atoi(argv[1]);
        rows = atoi(argv[2]);
    }
    std::vector<int> costs(size_t(columns) * rows);
    for (size_t i = 0; i < costs.size(); ++i)
        costs[i] = int((i * 7919) % 10);

    int *deviceCosts, *best[2];
    CUDA_CHECK(cudaMalloc(&deviceCosts, sizeof(int) * columns * rows));
    CUDA_CHECK(cudaMalloc(&best[0], sizeof(int) * columns));
    CUDA_CHECK(cudaMalloc(&best[1], sizeof(int) * columns));
    CUDA_CHECK(cudaMemcpy(deviceCosts, costs.data(), sizeof(int) * columns * rows, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(best[0], costs.data(), sizeof(int) * columns, cudaMemcpyHostToDevice));

    const int blocks = (columns + PATH_USEFUL - 1) / PATH_USEFUL;
    int now = 0;
    for (int row = 1; row < rows; row += PATH_HEIGHT) {
        const int count = PATH_HEIGHT < rows - row ? PATH_HEIGHT : rows - row;
        advanceRows<<<blocks, PATH_BLOCK>>>(deviceCosts, best[now], best[1 - now], columns, row, count);
        now = 1 - now;
    }
    std::vector<int> result(columns);
    CUDA_CHECK(cudaMemcpy(result.data(), best[now], sizeof(int) * columns, cudaMemcpyDeviceToHost));
    std::printf("cost of ending in column 0: %d\n", result[0]);
    cudaFree(deviceCosts);
    cudaFree(best[0]);
    cudaFree(best[1]);
    return 0;
}
