// The pathfinder sample with its grid of costs in pinned host memory (Prophet's pf-ex): the kernel stresses shared
// memory, barriers and integer minima, and the copy of the costs takes the whole host link for longer than that.
#include "../../samples/common/cuda_check.cuh"
#include "../../samples/pathfinder/pathfinder.cuh"
#include "../common/host_data.cuh"

/** Cost of the cheapest path to `column` of the last row. */
static int expected(const int *costs, int rows, int columns, int column)
{
    const int first = std::max(0, column - rows), last = std::min(columns - 1, column + rows);
    std::vector<int> above(costs + first, costs + last + 1), below(above.size());
    const int width = int(above.size());
    for (int row = 1; row < rows; ++row) {
        for (int i = 0; i < width; ++i)
            below[i] = std::min(above[i], std::min(above[std::max(0, i - 1)], above[std::min(width - 1, i + 1)])) +
                       costs[size_t(row) * columns + first + i];
        above.swap(below);
    }
    return above[column - first];
}

int main(int argc, char **argv)
{
    const int columns = argc > 1 ? atoi(argv[1]) : 400000;
    const int rows = argc > 2 ? atoi(argv[2]) : 101;
    const size_t bytes = sizeof(int) * columns * rows;
    int *costs, *result;
    CUDA_CHECK(cudaMallocHost(&costs, bytes));
    CUDA_CHECK(cudaMallocHost(&result, sizeof(int) * columns));
    Random random(11);
    for (size_t i = 0; i < size_t(columns) * rows; ++i)
        costs[i] = int(random.below(10));

    int *deviceCosts, *best[2];
    CUDA_CHECK(cudaMalloc(&deviceCosts, bytes));
    CUDA_CHECK(cudaMalloc(&best[0], sizeof(int) * columns));
    CUDA_CHECK(cudaMalloc(&best[1], sizeof(int) * columns));
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaMemcpyAsync(deviceCosts, costs, bytes, cudaMemcpyHostToDevice, stream));
    CUDA_CHECK(cudaMemcpyAsync(best[0], costs, sizeof(int) * columns, cudaMemcpyHostToDevice, stream));
    int now = 0;
    for (int row = 1; row < rows; row += PATH_HEIGHT) {
        const int count = PATH_HEIGHT < rows - row ? PATH_HEIGHT : rows - row;
        advanceRows<<<(columns + PATH_USEFUL - 1) / PATH_USEFUL, PATH_BLOCK, 0, stream>>>(deviceCosts, best[now], best[1 - now],
                                                                                          columns, row, count);
        now = 1 - now;
    }
    CUDA_CHECK(cudaMemcpyAsync(result, best[now], sizeof(int) * columns, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));

    int wrong = 0;
    for (int column = 0; column < columns; column += columns / 16 + 1)
        wrong += result[column] != expected(costs, rows, columns, column);
    cudaFreeHost(costs);
    cudaFreeHost(result);
    cudaFree(deviceCosts);
    cudaFree(best[0]);
    cudaFree(best[1]);
    cudaStreamDestroy(stream);
    return report("pathfinder with pinned memory", wrong, 0);
}
