// Matrix product in half precision on tensor cores through the warp matrix interface: a block of four warps computes
// a tile of 64 x 64, each warp 32 x 32 of it, with the operands staged in shared memory. Stresses tensor cores and
// shared memory; the products are so fast that loading the tiles takes as long.
#include <cuda_fp16.h>
#include <mma.h>

#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define TILE 64
#define DEPTH 32
#define BLOCK 128
#define PAIRS(count) ((count) / 2)
#define PAD 8

/** c = a x b with a rows x depth, b depth x columns, both in pairs; sizes are multiples of 64 (depth: of 32). */
__global__ void __launch_bounds__(BLOCK) gemmHalf(const __half2 *__restrict__ a, const __half2 *__restrict__ b, float *c,
                                                  int columns, int depth)
{
    using namespace nvcuda;
    __shared__ __half2 left[TILE][PAIRS(DEPTH + PAD)];
    __shared__ __half2 right[DEPTH][PAIRS(TILE + PAD)];
    const int warp = threadIdx.x / 32;
    const int warpRow = warp / 2 * 32, warpColumn = warp % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum00, sum01, sum10, sum11;
    wmma::fill_fragment(sum00, 0.0f);
    wmma::fill_fragment(sum01, 0.0f);
    wmma::fill_fragment(sum10, 0.0f);
    wmma::fill_fragment(sum11, 0.0f);
    for (int k = 0; k < depth; k += DEPTH) {
        for (int i = threadIdx.x; i < TILE * PAIRS(DEPTH); i += BLOCK) {
            const int row = i / PAIRS(DEPTH), pair = i % PAIRS(DEPTH);
            left[row][pair] = a[(blockIdx.y * TILE + row) * PAIRS(depth) + PAIRS(k) + pair];
        }
        for (int i = threadIdx.x; i < DEPTH * PAIRS(TILE); i += BLOCK) {
            const int row = i / PAIRS(TILE), pair = i % PAIRS(TILE);
            right[row][pair] = b[(k + row) * PAIRS(columns) + blockIdx.x * PAIRS(TILE) + pair];
        }
        __syncthreads();
        for (int step = 0; step < DEPTH; step += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> upper, lower;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> first, second;
            wmma::load_matrix_sync(upper, (const __half *)&left[warpRow][PAIRS(step)], DEPTH + PAD);
            wmma::load_matrix_sync(lower, (const __half *)&left[warpRow + 16][PAIRS(step)], DEPTH + PAD);
            wmma::load_matrix_sync(first, (const __half *)&right[step][PAIRS(warpColumn)], TILE + PAD);
            wmma::load_matrix_sync(second, (const __half *)&right[step][PAIRS(warpColumn + 16)], TILE + PAD);
            wmma::mma_sync(sum00, upper, first, sum00);
            wmma::mma_sync(sum01, upper, second, sum01);
            wmma::mma_sync(sum10, lower, first, sum10);
            wmma::mma_sync(sum11, lower, second, sum11);
        }
        __syncthreads();
    }
    float *corner = c + (blockIdx.y * TILE + warpRow) * columns + blockIdx.x * TILE + warpColumn;
    wmma::store_matrix_sync(corner, sum00, columns, wmma::mem_row_major);
    wmma::store_matrix_sync(corner + 16, sum01, columns, wmma::mem_row_major);
    wmma::store_matrix_sync(corner + 16 * columns, sum10, columns, wmma::mem_row_major);
    wmma::store_matrix_sync(corner + 16 * columns + 16, sum11, columns, wmma::mem_row_major);
}

int main(int argc, char **argv)
{
    const int n = (argc > 1 ? atoi(argv[1]) : 1024) / TILE * TILE;
    Random random(41);
    std::vector<__half> a(size_t(n) * n), b(size_t(n) * n);
    for (size_t i = 0; i < a.size(); ++i) {
        a[i] = __float2half(random.uniform(-1.0f, 1.0f));
        b[i] = __float2half(random.uniform(-1.0f, 1.0f));
    }
    std::vector<float> c(size_t(n) * n);

    __half *deviceA, *deviceB;
    float *deviceC;
    CUDA_CHECK(cudaMalloc(&deviceA, sizeof(__half) * n * n));
    CUDA_CHECK(cudaMalloc(&deviceB, sizeof(__half) * n * n));
    CUDA_CHECK(cudaMalloc(&deviceC, sizeof(float) * n * n));
    CUDA_CHECK(cudaMemcpy(deviceA, a.data(), sizeof(__half) * n * n, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceB, b.data(), sizeof(__half) * n * n, cudaMemcpyHostToDevice));
    gemmHalf<<<dim3(n / TILE, n / TILE), BLOCK>>>((const __half2 *)deviceA, (const __half2 *)deviceB, deviceC, n, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(c.data(), deviceC, sizeof(float) * n * n, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int row = 0; row < n; row += 31) {
        const int column = row * 53 % n;
        double sum = 0.0;
        for (int k = 0; k < n; ++k)
            sum += double(__half2float(a[size_t(row) * n + k])) * __half2float(b[size_t(k) * n + column]);
        got.push_back(c[size_t(row) * n + column]);
        wanted.push_back(float(sum));
    }
    cudaFree(deviceA);
    cudaFree(deviceB);
    cudaFree(deviceC);
    return report("gemm fp16", largestError(got, wanted), 1e-2);
}
