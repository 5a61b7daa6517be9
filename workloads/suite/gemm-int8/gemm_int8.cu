// Product of quantised matrices: four products of bytes in one instruction (dp4a), sums in 32 bits, and a scale for
// each row and column at the end. A tile of 64 x 64 for each block, 4 x 4 for each thread. Stresses the integer
// pipes and shared memory; a quarter of the traffic of single precision.
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define TILE 64
#define DEPTH 16 // words of four bytes
#define SIDE 16
#define PART (TILE / SIDE)

/**
 * c = (a x b) * rowScale * columnScale with a rows x words and b columns x words (transposed), four bytes a word;
 * rows and columns are multiples of 64, words of 16.
 */
__global__ void gemmBytes(const int *__restrict__ a, const int *__restrict__ b, const float *__restrict__ rowScale,
                          const float *__restrict__ columnScale, float *c, int columns, int words)
{
    __shared__ int left[DEPTH][TILE + 1];
    __shared__ int right[DEPTH][TILE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;
    int sum[PART][PART] = {};
    for (int k = 0; k < words; k += DEPTH) {
        for (int i = 0; i < PART; ++i) {
            left[tx][ty + i * SIDE] = a[(blockIdx.y * TILE + ty + i * SIDE) * words + k + tx];
            right[tx][ty + i * SIDE] = b[(blockIdx.x * TILE + ty + i * SIDE) * words + k + tx];
        }
        __syncthreads();
#pragma unroll 4
        for (int d = 0; d < DEPTH; ++d) {
            const int right0 = right[d][tx], right1 = right[d][tx + SIDE];
            const int right2 = right[d][tx + 2 * SIDE], right3 = right[d][tx + 3 * SIDE];
#pragma unroll
            for (int i = 0; i < PART; ++i) {
                const int value = left[d][ty + i * SIDE];
                sum[i][0] = __dp4a(value, right0, sum[i][0]);
                sum[i][1] = __dp4a(value, right1, sum[i][1]);
                sum[i][2] = __dp4a(value, right2, sum[i][2]);
                sum[i][3] = __dp4a(value, right3, sum[i][3]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < PART; ++i) {
        const int row = blockIdx.y * TILE + ty + i * SIDE;
#pragma unroll
        for (int j = 0; j < PART; ++j) {
            const int column = blockIdx.x * TILE + tx + j * SIDE;
            c[row * columns + column] = float(sum[i][j]) * rowScale[row] * columnScale[column];
        }
    }
}

int main(int argc, char **argv)
{
    const int n = (argc > 1 ? atoi(argv[1]) : 1024) / TILE * TILE;
    const int words = n / 4;
    Random random(42);
    std::vector<signed char> a(size_t(n) * n), b(size_t(n) * n);
    for (size_t i = 0; i < a.size(); ++i) {
        a[i] = (signed char)(int(random.below(255)) - 127);
        b[i] = (signed char)(int(random.below(255)) - 127);
    }
    const std::vector<float> scales = uniformFloats(n, 0.001f, 0.01f, 43);
    std::vector<float> c(size_t(n) * n);

    int *deviceA, *deviceB;
    float *deviceScales, *deviceC;
    CUDA_CHECK(cudaMalloc(&deviceA, size_t(n) * n));
    CUDA_CHECK(cudaMalloc(&deviceB, size_t(n) * n));
    CUDA_CHECK(cudaMalloc(&deviceScales, sizeof(float) * n));
    CUDA_CHECK(cudaMalloc(&deviceC, sizeof(float) * n * n));
    CUDA_CHECK(cudaMemcpy(deviceA, a.data(), size_t(n) * n, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceB, b.data(), size_t(n) * n, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceScales, scales.data(), sizeof(float) * n, cudaMemcpyHostToDevice));
    gemmBytes<<<dim3(n / TILE, n / TILE), dim3(SIDE, SIDE)>>>(deviceA, deviceB, deviceScales, deviceScales, deviceC, n, words);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(c.data(), deviceC, sizeof(float) * n * n, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int row = 0; row < n; row += 29) {
        const int column = row * 71 % n;
        int sum = 0;
        for (int k = 0; k < n; ++k)
            sum += int(a[size_t(row) * n + k]) * b[size_t(column) * n + k];
        got.push_back(c[size_t(row) * n + column]);
        wanted.push_back(float(sum) * scales[row] * scales[column]);
    }
    cudaFree(deviceA);
    cudaFree(deviceB);
    cudaFree(deviceScales);
    cudaFree(deviceC);
    return report("gemm int8", largestError(got, wanted), 1e-5);
}
