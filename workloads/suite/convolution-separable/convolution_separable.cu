// Separable convolution with 17 taps, several results a thread: the row kernel and the column kernel each
// hold a tile with its apron in shared memory. Compared with ../../samples/convolution it trades registers
// and shared memory for fewer loads of the apron; the image passes through DRAM twice.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

constexpr int kRadius = 8, kTaps = 2 * kRadius + 1;
constexpr int kRowX = 32, kRowY = 4, kRowResults = 4, kRowApron = 1;
constexpr int kColumnX = 32, kColumnY = 8, kColumnResults = 4, kColumnApron = 1;

__constant__ float taps[kTaps];

__global__ void __launch_bounds__(kRowX *kRowY)
convolveRows(const float *__restrict__ in, float *__restrict__ out, int width)
{
    __shared__ float tile[kRowY][(kRowResults + 2 * kRowApron) * kRowX];
    const int y = blockIdx.y * kRowY + threadIdx.y;
    const int first = (int(blockIdx.x) * kRowResults - kRowApron) * kRowX + int(threadIdx.x);
#pragma unroll
    for (int i = 0; i < kRowResults + 2 * kRowApron; ++i) {
        const int x = first + i * kRowX;
        tile[threadIdx.y][threadIdx.x + i * kRowX] = x >= 0 && x < width ? in[y * width + x] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int i = kRowApron; i < kRowApron + kRowResults; ++i) {
        float sum = 0.0f;
#pragma unroll
        for (int j = -kRadius; j <= kRadius; ++j)
            sum += taps[kRadius - j] * tile[threadIdx.y][threadIdx.x + i * kRowX + j];
        out[y * width + first + i * kRowX] = sum;
    }
}

__global__ void __launch_bounds__(kColumnX *kColumnY)
convolveColumns(const float *__restrict__ in, float *__restrict__ out, int width, int height)
{
    __shared__ float tile[kColumnX][(kColumnResults + 2 * kColumnApron) * kColumnY + 1];
    const int x = blockIdx.x * kColumnX + threadIdx.x;
    const int first = (int(blockIdx.y) * kColumnResults - kColumnApron) * kColumnY + int(threadIdx.y);
#pragma unroll
    for (int i = 0; i < kColumnResults + 2 * kColumnApron; ++i) {
        const int y = first + i * kColumnY;
        tile[threadIdx.x][threadIdx.y + i * kColumnY] = y >= 0 && y < height ? in[y * width + x] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int i = kColumnApron; i < kColumnApron + kColumnResults; ++i) {
        float sum = 0.0f;
#pragma unroll
        for (int j = -kRadius; j <= kRadius; ++j)
            sum += taps[kRadius - j] * tile[threadIdx.x][threadIdx.y + i * kColumnY + j];
        out[(first + i * kColumnY) * width + x] = sum;
    }
}

int main(int argc, char **argv)
{
    const int width = argc > 1 ? std::atoi(argv[1]) : 3072, height = argc > 2 ? std::atoi(argv[2]) : 1536;
    const size_t count = size_t(width) * height, bytes = count * sizeof(float);
    float weights[kTaps];
    for (int i = 0; i < kTaps; ++i)
        weights[i] = 1.0f / float(1 + (i - 5) * (i - 5));
    std::vector<float> image(count), result(count);
    for (size_t i = 0; i < count; ++i)
        image[i] = float(i % 127) / 127.0f;

    float *in, *between, *out;
    CUDA_CHECK(cudaMalloc(&in, bytes));
    CUDA_CHECK(cudaMalloc(&between, bytes));
    CUDA_CHECK(cudaMalloc(&out, bytes));
    CUDA_CHECK(cudaMemcpyToSymbol(taps, weights, sizeof(weights)));
    CUDA_CHECK(cudaMemcpy(in, image.data(), bytes, cudaMemcpyHostToDevice));
    const dim3 rowBlock(kRowX, kRowY), rowGrid(width / (kRowResults * kRowX), height / kRowY);
    const dim3 columnBlock(kColumnX, kColumnY), columnGrid(width / kColumnX, height / (kColumnResults * kColumnY));
    convolveRows<<<rowGrid, rowBlock>>>(in, between, width);
    convolveColumns<<<columnGrid, columnBlock>>>(between, out, width, height);
    CUDA_CHECK(cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost));

    double worst = 0.0;
    const int x = width / 2, y = height / 2;
    double sum = 0.0;
    for (int j = -kRadius; j <= kRadius; ++j)
        for (int i = -kRadius; i <= kRadius; ++i)
            sum += double(weights[kRadius - j]) * weights[kRadius - i] * image[size_t(y + j) * width + x + i];
    worst = std::fabs(sum - result[size_t(y) * width + x]);
    std::printf("difference %g\n", worst);
    cudaFree(in);
    cudaFree(between);
    cudaFree(out);
    return worst < 1e-3 ? 0 : 1;
}
