// Gaussian elimination without pivoting: for each column one kernel computes the multipliers of the rows below,
// and one subtracts the pivot row from them.
// Stresses DRAM with a read-modify-write of the matrix for each column, column reads that use one word of each
// line, and launches of which the first is far too small for the GPU.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define LINE_THREADS 512
#define EDGE 16

__global__ void multipliers(const float *__restrict__ matrix, float *multiplier, int size, int pivot)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size - 1 - pivot)
        return;
    const int row = pivot + 1 + i;
    multiplier[size * row + pivot] = matrix[size * row + pivot] / matrix[size * pivot + pivot];
}

__global__ void eliminate(float *matrix, float *right, const float *__restrict__ multiplier, int size, int pivot)
{
    const int column = blockIdx.x * EDGE + threadIdx.x, i = blockIdx.y * EDGE + threadIdx.y;
    if (i >= size - 1 - pivot || column >= size - pivot)
        return;
    const int row = pivot + 1 + i;
    const float factor = multiplier[size * row + pivot];
    matrix[size * row + pivot + column] -= factor * matrix[size * pivot + pivot + column];
    if (column == 0)
        right[row] -= factor * right[pivot];
}

int main(int argc, char **argv)
{
    const int size = argc > 1 ? atoi(argv[1]) : 512;
    std::vector<float> matrix(size_t(size) * size), right(size, 1.0f), solution(size);
    for (int r = 0; r < size; ++r)
        for (int c = 0; c < size; ++c)
            matrix[size_t(r) * size + c] = r == c ? 2.0f * size : float((r * 31 + c * 17) % 10) / 10.0f;
    const std::vector<float> original = matrix;

    float *deviceMatrix, *deviceRight, *multiplier;
    CUDA_CHECK(cudaMalloc(&deviceMatrix, sizeof(float) * matrix.size()));
    CUDA_CHECK(cudaMalloc(&multiplier, sizeof(float) * matrix.size()));
    CUDA_CHECK(cudaMalloc(&deviceRight, sizeof(float) * size));
    CUDA_CHECK(cudaMemcpy(deviceMatrix, matrix.data(), sizeof(float) * matrix.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceRight, right.data(), sizeof(float) * size, cudaMemcpyHostToDevice));
    const dim3 block(EDGE, EDGE), grid(ceilDiv(size, EDGE), ceilDiv(size, EDGE));
    for (int pivot = 0; pivot < size - 1; ++pivot) {
        multipliers<<<ceilDiv(size, LINE_THREADS), LINE_THREADS>>>(deviceMatrix, multiplier, size, pivot);
        eliminate<<<grid, block>>>(deviceMatrix, deviceRight, multiplier, size, pivot);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(matrix.data(), deviceMatrix, sizeof(float) * matrix.size(), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(right.data(), deviceRight, sizeof(float) * size, cudaMemcpyDeviceToHost));
    for (int r = size - 1; r >= 0; --r) {
        solution[r] = right[r];
        for (int c = r + 1; c < size; ++c)
            solution[r] -= matrix[size_t(r) * size + c] * solution[c];
        solution[r] /= matrix[size_t(r) * size + r];
    }
    double worst = 0.0;
    for (int r = 0; r < size; ++r) {
        double sum = 0.0;
        for (int c = 0; c < size; ++c)
            sum += double(original[size_t(r) * size + c]) * solution[c];
        worst = std::fmax(worst, std::fabs(sum - 1.0));
    }
    std::printf("largest residual: %g\n", worst);
    cudaFree(deviceMatrix);
    cudaFree(multiplier);
    cudaFree(deviceRight);
    return worst < 1e-3 ? 0 : 1;
}
