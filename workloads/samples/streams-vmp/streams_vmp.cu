// Three independent jobs in three streams: V adds vectors (copies dominate), M multiplies matrices
// (compute dominates), P finds a path (many small kernels). One copy engine in each direction serves
// all of them, so the order in which the host enqueues the jobs decides how much overlaps.
#include "../common/cuda_check.cuh"
#include "../matrix-mul/matrix_mul.cuh"
#include "../pathfinder/pathfinder.cuh"
#include "../vector-add/vector_add.cuh"

namespace {

const int kVectorLength = 1 << 23;
const int kMatrixSide = 1024;
const int kPathColumns = 200000;
const int kPathRows = 61;

template <typename T> T *pinned(size_t count)
{
    T *memory = nullptr;
    CUDA_CHECK(cudaMallocHost(&memory, count * sizeof(T)));
    for (size_t i = 0; i < count; ++i)
        memory[i] = T(i % 10);
    return memory;
}

template <typename T> T *onDevice(size_t count)
{
    T *memory = nullptr;
    CUDA_CHECK(cudaMalloc(&memory, count * sizeof(T)));
    return memory;
}

} // namespace

int main()
{
    float *hostA = pinned<float>(kVectorLength), *hostB = pinned<float>(kVectorLength);
    float *hostM = pinned<float>(kMatrixSide * kMatrixSide);
    int *hostCosts = pinned<int>(size_t(kPathColumns) * kPathRows);
    float *a = onDevice<float>(kVectorLength), *b = onDevice<float>(kVectorLength), *sum = onDevice<float>(kVectorLength);
    float *m = onDevice<float>(kMatrixSide * kMatrixSide), *product = onDevice<float>(kMatrixSide * kMatrixSide);
    int *costs = onDevice<int>(size_t(kPathColumns) * kPathRows);
    int *best[2] = {onDevice<int>(kPathColumns), onDevice<int>(kPathColumns)};

    cudaStream_t vectorStream, matrixStream, pathStream;
    CUDA_CHECK(cudaStreamCreate(&vectorStream));
    CUDA_CHECK(cudaStreamCreate(&matrixStream));
    CUDA_CHECK(cudaStreamCreate(&pathStream));

    // V
    const size_t vectorBytes = kVectorLength * sizeof(float);
    CUDA_CHECK(cudaMemcpyAsync(a, hostA, vectorBytes, cudaMemcpyHostToDevice, vectorStream));
    CUDA_CHECK(cudaMemcpyAsync(b, hostB, vectorBytes, cudaMemcpyHostToDevice, vectorStream));
    vectorAdd<<<kVectorLength / 512, 512, 0, vectorStream>>>(a, b, sum, kVectorLength);
    CUDA_CHECK(cudaMemcpyAsync(hostA, sum, vectorBytes, cudaMemcpyDeviceToHost, vectorStream));

    // M
    const size_t matrixBytes = sizeof(float) * kMatrixSide * kMatrixSide;
    const dim3 tile(TILE, TILE);
    const dim3 tiles(kMatrixSide / TILE, kMatrixSide / TILE);
    CUDA_CHECK(cudaMemcpyAsync(m, hostM, matrixBytes, cudaMemcpyHostToDevice, matrixStream));
    matrixMulTiled<<<tiles, tile, 0, matrixStream>>>(m, m, product, kMatrixSide);
    CUDA_CHECK(cudaMemcpyAsync(hostM, product, matrixBytes, cudaMemcpyDeviceToHost, matrixStream));

    // P
    const size_t rowBytes = kPathColumns * sizeof(int);
    const int pathBlocks = (kPathColumns + PATH_USEFUL - 1) / PATH_USEFUL;
    CUDA_CHECK(cudaMemcpyAsync(costs, hostCosts, rowBytes * kPathRows, cudaMemcpyHostToDevice, pathStream));
    CUDA_CHECK(cudaMemcpyAsync(best[0], hostCosts, rowBytes, cudaMemcpyHostToDevice, pathStream));
    for (int row = 1; row < kPathRows; row += PATH_HEIGHT) {
        advanceRows<<<pathBlocks, PATH_BLOCK, 0, pathStream>>>(costs, best[0], best[1], kPathColumns, row, PATH_HEIGHT);
        int *swap = best[0];
        best[0] = best[1];
        best[1] = swap;
    }
    CUDA_CHECK(cudaMemcpyAsync(hostCosts, best[0], rowBytes, cudaMemcpyDeviceToHost, pathStream));

    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("sum %g, product %g, path %d\n", hostA[1], hostM[1], hostCosts[1]);
    for (cudaStream_t stream : {vectorStream, matrixStream, pathStream})
        CUDA_CHECK(cudaStreamDestroy(stream));
    for (void *memory : {(void *)hostA, (void *)hostB, (void *)hostM, (void *)hostCosts})
        cudaFreeHost(memory);
    for (void *memory : {(void *)a, (void *)b, (void *)sum, (void *)m, (void *)product, (void *)costs, (void *)best[0], (void *)best[1]})
        cudaFree(memory);
    return 0;
}
