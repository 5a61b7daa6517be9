// Square matrix product, twice: every thread reading its row and column from global memory, and with
// tiles of both factors staged in shared memory.
#include <vector>

#include "../common/cuda_check.cuh"
#include "matrix_mul.cuh"

int main(int argc, char **argv)
{
    int n = DEFAULT_N;
    if (argc > 1)
        n = std::atoi(argv[1]);
    const size_t bytes = sizeof(float) * n * n;
    std::vector<float> a(n * n, 1.0f), b(n * n, 2.0f), c(n * n);

    float *deviceA, *deviceB, *deviceC;
    CUDA_CHECK(cudaMalloc(&deviceA, bytes));
    CUDA_CHECK(cudaMalloc(&deviceB, bytes));
    CUDA_CHECK(cudaMalloc(&deviceC, bytes));
    CUDA_CHECK(cudaMemcpy(deviceA, a.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceB, b.data(), bytes, cudaMemcpyHostToDevice));

    dim3 block(TILE, TILE);
    dim3 grid(ceilDiv(n, TILE), ceilDiv(n, TILE));
    matrixMulNaive<<<grid, block>>>(deviceA, deviceB, deviceC, n);
    CUDA_CHECK(cudaGetLastError());
    matrixMulTiled<<<grid, block>>>(deviceA, deviceB, deviceC, n);
    CUDA_CHECK(cudaGetLastError());

    CUDA_CHECK(cudaMemcpy(c.data(), deviceC, bytes, cudaMemcpyDeviceToHost));
    std::printf("c[0] = %g, expected %g\n", c[0], 2.0f * n);
    cudaFree(deviceA);
    cudaFree(deviceB);
    cudaFree(deviceC);
    return 0;
}
