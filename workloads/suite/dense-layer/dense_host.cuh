// Launch of the dense layer, and one value of its result on the CPU.
#pragma once

#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"
#include "dense_layer.cuh"

inline void runDenseLayer(const float *input, const float *weights, const float *bias, float *output, int rows, int columns,
                          int depth, int activation)
{
    const dim3 grid(columns / DENSE_TILE, rows / DENSE_TILE), block(DENSE_BLOCK, DENSE_BLOCK);
    denseLayer<<<grid, block>>>(input, weights, bias, output, rows, columns, depth, activation);
    CUDA_CHECK(cudaGetLastError());
}

/** Value at (row, column) of a layer without bias. */
inline float denseValue(const std::vector<float> &input, const std::vector<float> &weights, int row, int column, int columns,
                        int depth, int activation)
{
    double sum = 0.0;
    for (int k = 0; k < depth; ++k)
        sum += double(input[size_t(row) * depth + k]) * weights[size_t(k) * columns + column];
    return activated(float(sum), activation);
}
