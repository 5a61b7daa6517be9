// Sparse matrix times vector in CSR form, with a thread for each row and with a warp for each row. Row
// lengths vary, and the vector is gathered through an index.
#include <vector>

#include "../common/cuda_check.cuh"

#define WARP 32
#define WARPS_PER_BLOCK 4
#define FULL_MASK 0xffffffffu

extern "C" __global__ void spmvScalar(int rows, const int *__restrict__ rowStart, const int *__restrict__ column,
                                      const float *__restrict__ value, const float *__restrict__ x, float *__restrict__ y)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int i = rowStart[row]; i < rowStart[row + 1]; i++)
        sum += value[i] * x[column[i]];
    y[row] = sum;
}

extern "C" __global__ void spmvVector(int rows, const int *__restrict__ rowStart, const int *__restrict__ column,
                                      const float *__restrict__ value, const float *__restrict__ x, float *__restrict__ y)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    const int lane = threadIdx.x % WARP;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int i = rowStart[row] + lane; i < rowStart[row + 1]; i += WARP)
        sum += value[i] * __ldg(&x[column[i]]);
    for (int offset = WARP / 2; offset > 0; offset >>= 1)
        sum += __shfl_xor_sync(FULL_MASK, sum, offset);
    if (lane == 0)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 200000;
    std::vector<int> rowStart(rows + 1, 0), column;
    for (int row = 0; row < rows; ++row) {
        const int length = 4 + (row * 37) % 60;
        for (int k = 0; k < length; ++k)
            column.push_back(int((row + size_t(k) * k * 131) % rows));
        rowStart[row + 1] = int(column.size());
    }
    const int nonZeros = rowStart[rows];
    std::vector<float> value(nonZeros, 1.0f), x(rows, 1.0f), y(rows);

    int *deviceStart, *deviceColumn;
    float *deviceValue, *deviceX, *deviceY;
    CUDA_CHECK(cudaMalloc(&deviceStart, (rows + 1) * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&deviceColumn, nonZeros * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&deviceValue, nonZeros * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&deviceX, rows * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&deviceY, rows * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(deviceStart, rowStart.data(), (rows + 1) * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceColumn, column.data(), nonZeros * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceValue, value.data(), nonZeros * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceX, x.data(), rows * sizeof(float), cudaMemcpyHostToDevice));

    const int threads = WARP * WARPS_PER_BLOCK;
    spmvScalar<<<(rows + threads - 1) / threads, threads>>>(rows, deviceStart, deviceColumn, deviceValue, deviceX, deviceY);
    spmvVector<<<(rows + WARPS_PER_BLOCK - 1) / WARPS_PER_BLOCK,
                 threads>>>(rows, deviceStart, deviceColumn, deviceValue, deviceX, deviceY);
    CUDA_CHECK(cudaMemcpy(y.data(), deviceY, rows * sizeof(float), cudaMemcpyDeviceToHost));
    std::printf("y[0] = %g, row 0 has %d\n", y[0], rowStart[1]);
    cudaFree(deviceStart);
    cudaFree(deviceColumn);
    cudaFree(deviceValue);
    cudaFree(deviceX);
    cudaFree(deviceY);
    return 0;
}
