// Separable blur: a pass along the rows, a pass along the columns, weights in constant memory. Two
// images are worked on in two streams; an event makes the second one wait for the weights.
#include <algorithm>
#include <vector>

#include "../common/cuda_check.cuh"

constexpr int kRadius = 8;
constexpr int kTaps = 2 * kRadius + 1;
constexpr int kRowBlockX = 128;
constexpr int kColumnBlockX = 32, kColumnBlockY = 8;

__constant__ float weights[kTaps];

__global__ void blurRows(const float *in, float *out, int width, int height)
{
    __shared__ float line[kRowBlockX + 2 * kRadius];
    const int row = blockIdx.y;
    const int first = blockIdx.x * kRowBlockX - kRadius;
    for (int i = threadIdx.x; i < kRowBlockX + 2 * kRadius; i += kRowBlockX)
        line[i] = in[row * width + min(max(first + i, 0), width - 1)];
    __syncthreads();

    const int column = blockIdx.x * kRowBlockX + threadIdx.x;
    if (column >= width)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int tap = 0; tap < kTaps; ++tap)
        sum += weights[tap] * line[threadIdx.x + tap];
    out[row * width + column] = sum;
}

__global__ void blurColumns(const float *in, float *out, int width, int height)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int tap = -kRadius; tap <= kRadius; ++tap)
        sum += weights[tap + kRadius] * in[min(max(row + tap, 0), height - 1) * width + column];
    out[row * width + column] = sum;
}

int main()
{
    const int width = 1920, height = 1080, images = 2;
    const size_t bytes = sizeof(float) * width * height;
    float table[kTaps];
    for (int i = 0; i < kTaps; ++i)
        table[i] = 1.0f / kTaps;

    cudaStream_t streams[images];
    cudaEvent_t weightsReady;
    float *host[images], *source[images], *between[images];
    CUDA_CHECK(cudaEventCreateWithFlags(&weightsReady, cudaEventDisableTiming));
    for (int i = 0; i < images; ++i) {
        CUDA_CHECK(cudaStreamCreate(&streams[i]));
        CUDA_CHECK(cudaHostAlloc(&host[i], bytes, cudaHostAllocDefault));
        CUDA_CHECK(cudaMalloc(&source[i], bytes));
        CUDA_CHECK(cudaMalloc(&between[i], bytes));
        std::fill(host[i], host[i] + width * height, float(i + 1));
    }
    CUDA_CHECK(cudaMemcpyToSymbolAsync(weights, table, sizeof(table), 0, cudaMemcpyHostToDevice, streams[0]));
    CUDA_CHECK(cudaEventRecord(weightsReady, streams[0]));

    const dim3 rowGrid((width + kRowBlockX - 1) / kRowBlockX, height);
    const dim3 columnBlock(kColumnBlockX, kColumnBlockY);
    const dim3 columnGrid((width + kColumnBlockX - 1) / kColumnBlockX, (height + kColumnBlockY - 1) / kColumnBlockY);
    for (int i = 0; i < images; ++i) {
        CUDA_CHECK(cudaStreamWaitEvent(streams[i], weightsReady, 0));
        CUDA_CHECK(cudaMemcpyAsync(source[i], host[i], bytes, cudaMemcpyHostToDevice, streams[i]));
        blurRows<<<rowGrid, kRowBlockX, 0, streams[i]>>>(source[i], between[i], width, height);
        blurColumns<<<columnGrid, columnBlock, 0, streams[i]>>>(between[i], source[i], width, height);
        CUDA_CHECK(cudaMemcpyAsync(host[i], source[i], bytes, cudaMemcpyDeviceToHost, streams[i]));
    }
    for (int i = 0; i < images; ++i) {
        CUDA_CHECK(cudaStreamSynchronize(streams[i]));
        std::printf("image %d: %g\n", i, host[i][0]);
        CUDA_CHECK(cudaStreamDestroy(streams[i]));
        cudaFreeHost(host[i]);
        cudaFree(source[i]);
        cudaFree(between[i]);
    }
    CUDA_CHECK(cudaEventDestroy(weightsReady));
    return 0;
}
