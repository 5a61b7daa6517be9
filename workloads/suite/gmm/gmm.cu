// Acoustic scores of speech: the log-likelihood of each senone's Gaussian mixture for each frame of features.
// Parameters lie senone by senone so that threads read neighbouring words, and a thread scores eight frames with what
// it has read. Stresses FP32 with a few exponentials and logarithms: compute-bound.
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define BLOCK 256
#define MAX_DIMENSIONS 64
#define FRAMES 8 // of a block

/** log(exp(a) + exp(b)) */
__host__ __device__ inline float addLogs(float a, float b)
{
    const float high = fmaxf(a, b);
    return high + logf(1.0f + expf(fminf(a, b) - high));
}

/** `mean` and `precision` are components x dimensions x senones, `logWeight` components x senones. */
__global__ void scoreMixtures(const float *__restrict__ feature, const float *__restrict__ mean,
                              const float *__restrict__ precision, const float *__restrict__ logWeight, float *score,
                              int senones, int components, int dimensions)
{
    __shared__ float frame[MAX_DIMENSIONS][FRAMES];
    const int firstFrame = blockIdx.y * FRAMES;
    if (threadIdx.x < dimensions)
        for (int f = 0; f < FRAMES; ++f)
            frame[threadIdx.x][f] = feature[(firstFrame + f) * dimensions + threadIdx.x];
    __syncthreads();
    const int senone = blockIdx.x * blockDim.x + threadIdx.x;
    if (senone >= senones)
        return;
    float total[FRAMES], distance[FRAMES];
#pragma unroll
    for (int f = 0; f < FRAMES; ++f)
        total[f] = -1e30f;
    for (int c = 0; c < components; ++c) {
#pragma unroll
        for (int f = 0; f < FRAMES; ++f)
            distance[f] = 0.0f;
#pragma unroll 2
        for (int d = 0; d < dimensions; ++d) {
            const int place = (c * dimensions + d) * senones + senone;
            const float m = mean[place], p = precision[place];
#pragma unroll
            for (int f = 0; f < FRAMES; ++f) {
                const float difference = frame[d][f] - m;
                distance[f] += difference * difference * p;
            }
        }
        const float weight = logWeight[c * senones + senone];
#pragma unroll
        for (int f = 0; f < FRAMES; ++f)
            total[f] = addLogs(total[f], weight - 0.5f * distance[f]);
    }
#pragma unroll
    for (int f = 0; f < FRAMES; ++f)
        score[(firstFrame + f) * senones + senone] = total[f];
}

int main(int argc, char **argv)
{
    const int senones = argc > 1 ? atoi(argv[1]) : 5120;
    const int frames = (argc > 2 ? atoi(argv[2]) : 256) / FRAMES * FRAMES;
    const int components = 8, dimensions = 29;
    const size_t parameters = size_t(components) * dimensions * senones;
    const std::vector<float> feature = uniformFloats(size_t(frames) * dimensions, -1.0f, 1.0f, 16);
    const std::vector<float> mean = uniformFloats(parameters, -1.0f, 1.0f, 17);
    const std::vector<float> precision = uniformFloats(parameters, 0.5f, 2.0f, 18);
    const std::vector<float> logWeight = uniformFloats(size_t(components) * senones, -3.0f, -1.0f, 19);
    std::vector<float> score(size_t(frames) * senones);

    float *deviceFeature, *deviceMean, *devicePrecision, *deviceWeight, *deviceScore;
    CUDA_CHECK(cudaMalloc(&deviceFeature, sizeof(float) * frames * dimensions));
    CUDA_CHECK(cudaMalloc(&deviceMean, sizeof(float) * parameters));
    CUDA_CHECK(cudaMalloc(&devicePrecision, sizeof(float) * parameters));
    CUDA_CHECK(cudaMalloc(&deviceWeight, sizeof(float) * components * senones));
    CUDA_CHECK(cudaMalloc(&deviceScore, sizeof(float) * frames * senones));
    CUDA_CHECK(cudaMemcpy(deviceFeature, feature.data(), sizeof(float) * frames * dimensions, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceMean, mean.data(), sizeof(float) * parameters, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(devicePrecision, precision.data(), sizeof(float) * parameters, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceWeight, logWeight.data(), sizeof(float) * components * senones, cudaMemcpyHostToDevice));
    const dim3 grid((senones + BLOCK - 1) / BLOCK, frames / FRAMES);
    scoreMixtures<<<grid, BLOCK>>>(deviceFeature, deviceMean, devicePrecision, deviceWeight, deviceScore, senones, components,
                                   dimensions);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(score.data(), deviceScore, sizeof(float) * frames * senones, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int frame = 0; frame < frames; frame += 11) {
        const int senone = frame * 41 % senones;
        float total = -1e30f;
        for (int c = 0; c < components; ++c) {
            double distance = 0.0;
            for (int d = 0; d < dimensions; ++d) {
                const size_t place = (size_t(c) * dimensions + d) * senones + senone;
                distance += pow(feature[size_t(frame) * dimensions + d] - mean[place], 2) * precision[place];
            }
            total = addLogs(total, logWeight[size_t(c) * senones + senone] - float(0.5 * distance));
        }
        got.push_back(score[size_t(frame) * senones + senone]);
        wanted.push_back(total);
    }
    for (float *array : {deviceFeature, deviceMean, devicePrecision, deviceWeight, deviceScore})
        cudaFree(array);
    return report("gmm", largestError(got, wanted), 1e-3);
}
